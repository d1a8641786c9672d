/**
 * Tests of the delivery of the sandbox's notifications, with real HTTP servers on this machine, because the tests
 * examine the connections.
 */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createDelivery } from '../../../src/payments/sandbox/deliver-notification.ts';

async function serve(
  context: TestContext,
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly url: string; connections(): number }> {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { server, url: `http://127.0.0.1:${address.port}/notify`, connections: () => connections };
}

test('a notification arrives with the given headers and an unchanged body', async (t) => {
  let seen: { readonly signature: unknown; readonly url: unknown; readonly body: string } | undefined;
  const { url } = await serve(t, async (request, response) => {
    const body = (await buffer(request)).toString();
    seen = { signature: request.headers['sandbox-signature'], url: request.url, body };
    response.writeHead(202).end('taken');
  });
  assert.equal(await createDelivery()(url, { 'sandbox-signature': 'v1=0' }, '{"a":"照"}'), 202);
  assert.deepEqual(seen, { signature: 'v1=0', url: '/notify', body: '{"a":"照"}' });
});

test('consecutive notifications use one connection', async (t) => {
  const { url, connections } = await serve(t, (_request, response) => void response.end('{}'));
  const deliver = createDelivery();
  for (let n = 0; n < 3; n += 1) assert.equal(await deliver(url, {}, '{}'), 200);
  assert.equal(connections(), 1);
});

test('a notification is sent again on a new connection when the service closes the reused one', async (t) => {
  let taken = 0;
  const { url, connections } = await serve(t, (request, response) => {
    taken += 1;
    if (taken === 2) request.socket.resetAndDestroy();
    else response.end('{}');
  });
  const deliver = createDelivery();
  await deliver(url, {}, '{}');
  assert.equal(await deliver(url, {}, '{}'), 200);
  assert.deepEqual([taken, connections()], [3, 2]);
});

test('a redirect is not followed, and its status is returned', async (t) => {
  let calls = 0;
  const { url } = await serve(t, (_request, response) => {
    calls += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  assert.equal(await createDelivery()(url, {}, '{}'), 302);
  assert.equal(calls, 1);
});

test('a delivery rejects when no response arrives in time', { timeout: 120_000 }, async (t) => {
  const { url } = await serve(t, () => undefined);
  await assert.rejects(createDelivery(50)(url, {}, '{}'), /not answered in time/);
});

test('a delivery rejects when the connection is refused', async (t) => {
  const { server, url } = await serve(t, () => undefined);
  server.close();
  await once(server, 'close');
  await assert.rejects(createDelivery()(url, {}, '{}'), { code: 'ECONNREFUSED' });
});
