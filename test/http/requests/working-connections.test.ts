/** The limit of idle time of connections, and requests whose work takes longer. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { listeningApp, rawClient } from '../../support/listening-app.ts';

const request = (method: string, path: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;

/** A client of an app that closes idle connections after 50 ms. */
async function connected(t: TestContext) {
  const { app, fake, port } = await listeningApp(t, { limits: { idleTimeoutMs: 50 } });
  const connecting: Promise<[Socket]> = once(app.server, 'connection') as Promise<[Socket]>;
  const client = rawClient(t, port);
  const [atServer] = await connecting;
  return { fake, client, atServer };
}

test('a client whose request takes longer than the limit of idle time receives the response', async (t) => {
  const { fake, client, atServer } = await connected(t);
  let release: () => void = () => undefined;
  fake.script({
    listGoods: () =>
      new Promise((resolve) => {
        release = () => resolve([]);
      }),
  });
  client.socket.write(request('POST', '/v1/goods_list'));
  for (let idle = 0; idle < 3; idle += 1) {
    await Promise.race([once(atServer, 'timeout'), once(atServer, 'close')]);
    assert.ok(!atServer.destroyed);
  }
  release();
  assert.match(await client.until(/\r\n\r\n/), /^HTTP\/1\.1 200 /);
});

test('a client that does not read its response loses its connection', async (t) => {
  const { fake, client, atServer } = await connected(t);
  const sizeBytes = 64 * 2 ** 20;
  const open = async () => Readable.from([Buffer.alloc(sizeBytes)]);
  fake.script({ openResult: async () => ({ sizeBytes, contentType: 'image/jpeg', storedAt: 0, open }) });
  client.socket.pause();
  client.socket.write(request('GET', '/files/results/2026/a.jpg?expires=123&signature=abc'));
  await once(atServer, 'close');
});

test('a client that stops in the middle of its request loses its connection', async (t) => {
  const { client } = await connected(t);
  client.socket.write('POST /v1/fetch_order HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{');
  await client.closed();
});
