/** Runs against real servers on this machine, because the checks happen when the connection is made. */

import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { monotonicMs } from '../../src/main/monotonic-ms.ts';
import type { LookupDone } from '../../src/webhooks/shared-lookups.ts';
import { AddressRefused, createWebhookPoster } from '../../src/webhooks/webhook-poster.ts';

const never = new AbortController().signal;

async function serve(context: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

function resolveTo(...addresses: string[]) {
  return (_hostname: string, done: LookupDone) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

test('the receiver gets exactly the given headers and the bytes of the body', async (t) => {
  let seen: { method?: string; id?: unknown; body: string } | undefined;
  const port = await serve(t, async (request, response) => {
    seen = {
      ...(request.method === undefined ? {} : { method: request.method }),
      id: request.headers['webhook-id'],
      body: (await buffer(request)).toString(),
    };
    response.writeHead(202).end('taken');
  });
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true });
  const status = await post(`http://127.0.0.1:${port}/hook`, { 'webhook-id': 'evt_1' }, '{"a":"照"}', never);
  assert.equal(status, 202);
  assert.deepEqual(seen, { method: 'POST', id: 'evt_1', body: '{"a":"照"}' });
});

test('a redirect is returned and not followed', async (t) => {
  let calls = 0;
  const port = await serve(t, (_request, response) => {
    calls++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true });
  assert.equal(await post(`http://127.0.0.1:${port}/`, {}, '{}', never), 302);
  assert.equal(calls, 1);
});

test('a receiver that switches the protocol instead of answering has failed', async (t) => {
  const port = await serve(t, (_request, response) => {
    response.writeHead(101, { upgrade: 'websocket', connection: 'Upgrade' }).end();
  });
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true });
  await assert.rejects(post(`http://127.0.0.1:${port}/`, {}, '{}', never), /without a response/);
});

test('an endless response body is cut off', { timeout: 120_000 }, async (t) => {
  const cutOff = Promise.withResolvers<void>();
  const port = await serve(t, (_request, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(8192);
    const write = (): void => {
      if (!response.destroyed) response.write(chunk, () => setImmediate(write));
    };
    response.on('close', () => cutOff.resolve());
    write();
  });
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true, timeoutMs: 600_000 });
  assert.equal(await post(`http://127.0.0.1:${port}/`, {}, '{}', never), 200);
  await cutOff.promise;
});

test('a private address is refused in every notation, and nothing is sent', async (t) => {
  let calls = 0;
  const port = await serve(t, (_request, response) => {
    calls++;
    response.end();
  });
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: false });
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0', '[::1]', '[::ffff:127.0.0.1]']) {
    await assert.rejects(post(`http://${host}:${port}/`, {}, '{}', never), AddressRefused, host);
  }
  assert.equal(calls, 0);
});

test('a name that resolves to a private address when the connection is made is refused', async (t) => {
  let calls = 0;
  const port = await serve(t, (_request, response) => {
    calls++;
    response.end();
  });
  const url = `http://rebound.example:${port}/`;
  const guarded = createWebhookPoster({
    monotonicMs,
    privateAddressesAllowed: false,
    resolve: resolveTo('127.0.0.1'),
  });
  await assert.rejects(guarded(url, {}, '{}', never), AddressRefused);
  const open = createWebhookPoster({
    monotonicMs,
    privateAddressesAllowed: true,
    resolve: resolveTo('127.0.0.1'),
  });
  assert.equal(await open(url, {}, '{}', never), 200);
  assert.equal(calls, 1);
});

test('every call resolves the name again', async () => {
  let lookups = 0;
  const post = createWebhookPoster({
    monotonicMs,
    privateAddressesAllowed: false,
    resolve: (_hostname, done) => {
      lookups++;
      done(null, [{ address: '10.0.0.1', family: 4 }]);
    },
  });
  for (let call = 0; call < 2; call++) {
    await assert.rejects(post('http://kiosk.example/', {}, '{}', never), AddressRefused);
  }
  assert.equal(lookups, 2);
});

test('a call to a name that cannot be resolved rejects with the resolver’s error', async () => {
  const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const resolve = (_hostname: string, done: LookupDone) => done(failure, []);
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: false, resolve });
  await assert.rejects(post('http://kiosk.example/', {}, '{}', never), { code: 'ENOTFOUND' });
});

test('a call to an endpoint that does not respond ends at the timeout', async (t) => {
  const port = await serve(t, () => undefined);
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true, timeoutMs: 20 });
  await assert.rejects(post(`http://127.0.0.1:${port}/`, {}, '{}', never));
});

test('a call ends when its signal aborts', async (t) => {
  const called = Promise.withResolvers<void>();
  const port = await serve(t, () => called.resolve());
  const controller = new AbortController();
  const post = createWebhookPoster({ monotonicMs, privateAddressesAllowed: true });
  const posted = post(`http://127.0.0.1:${port}/`, {}, '{}', controller.signal);
  await called.promise;
  controller.abort(new Error('stopping'));
  await assert.rejects(posted);
});
