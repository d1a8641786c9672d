/** What happens to open connections when the service stops. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { eventually, listeningApp, rawClient } from '../support/listening-app.ts';

test('a connection that was never used does not delay the stop', async (t) => {
  // The grace period is longer than the time limit of the test, so its end cannot be what closes the connection.
  const { app, port } = await listeningApp(t, { limits: { stopGraceMs: 60_000 } });
  const accepted = once(app.server, 'connection');
  const unused = rawClient(t, port);
  await accepted;
  const startedAt = performance.now();
  await app.close();
  assert.equal(await unused.closed(), '');
  assert.ok(performance.now() - startedAt < 30_000);
});

test('a call that is running when the stop begins is answered, and then its connection is closed', async (t) => {
  const { app, fake, port } = await listeningApp(t, { limits: { stopGraceMs: 60_000 } });
  let release: () => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    fake.script({
      listGoods: () => {
        resolve();
        return new Promise((answer) => {
          release = () => answer([]);
        });
      },
    });
  });
  const client = rawClient(t, port);
  client.socket.write('POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await called;
  const startedAt = performance.now();
  const closed = app.close();
  await eventually(() => !app.server.listening);
  release();
  await closed;
  assert.match(await client.closed(), /^HTTP\/1.1 200 /);
  assert.ok(performance.now() - startedAt < 30_000);
});
