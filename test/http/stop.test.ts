import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { listeningApp, rawClient } from '../support/listening.ts';

test('a connection that was opened in advance and never used does not hold the stop up', async (t) => {
  // Far above the test's own bound: it must not be what ends the connection.
  const { app, port } = await listeningApp(t, { limits: { stopGraceMs: 60_000 } });
  const accepted = once(app.server, 'connection');
  const unused = rawClient(t, port);
  await accepted;
  const startedAt = performance.now();
  await app.close();
  assert.equal(await unused.closed(), '');
  assert.ok(performance.now() - startedAt < 5_000);
});
