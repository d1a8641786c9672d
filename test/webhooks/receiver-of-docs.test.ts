/** Runs the receiver of docs/events.md as it is printed there. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { monotonicMs } from '../../src/main/monotonic-ms.ts';
import { createStandardWebhooks } from '../../src/webhooks/standard-webhooks.ts';
import { createWebhookPoster } from '../../src/webhooks/webhook-poster.ts';
import { testSecret } from '../support/deps.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

test('the receiver in docs/events.md refuses requests without a signature, and prints a delivery that arrives twice once', {
  timeout: 120_000,
}, async (t) => {
  const port = await freePort();
  const announced = code.replace(/\}\)\.listen\((.*)\);/, "}).listen($1, () => console.log('ready'));");
  assert.notEqual(announced, code);
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', announced], {
    env: { ...process.env, EVENTS_SECRET: testSecret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => receiver.kill());
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'ready');
  const forged = { method: 'POST', body: '{}', headers: { 'webhook-id': 'evt_0' } };
  for (const request of [{ method: 'GET' }, forged])
    assert.equal((await fetch(`http://127.0.0.1:${port}/`, request)).status, 401);
  const { send } = createStandardWebhooks({
    environmentSecret: null,
    privateAddressesAllowed: true,
    plainHttpAllowed: true,
    clock: { now: () => Date.now() },
    post: createWebhookPoster({ monotonicMs, privateAddressesAllowed: true }),
  });
  const target = { url: `http://127.0.0.1:${port}/`, secrets: [testSecret] };
  const deliver = (eventId: string, orderNo: string) => {
    const body = JSON.stringify({ type: 'order.paid', timestamp: '', data: { order_no: orderNo } });
    return send(target, { eventId, body }, new AbortController().signal);
  };
  assert.deepEqual(
    [await deliver('evt_1', 'A'), await deliver('evt_1', 'A'), await deliver('evt_2', 'B')],
    [204, 204, 204],
  );
  assert.equal((await lines.next()).value, 'order.paid A');
  assert.equal((await lines.next()).value, 'order.paid B');
});
