/** `photokiosk events` as a real process that receives the webhooks of the real service. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { operator, serviceForThisFile } from '../e2e/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { operatorToken } from './operator-token.ts';
import { runCli, startCli } from './run-cli.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** The operator's system: refuses every event until `isReady`. */
let isReady = true;
const forwarded: string[] = [];
const system = createServer((request, response) => {
  forwarded.push(String(request.headers['webhook-id']));
  request.resume();
  response.writeHead(isReady ? 204 : 500).end();
}).listen(0, '127.0.0.1');
after(() => system.close());
await new Promise((resolve) => system.once('listening', resolve));
const address = system.address();
const systemUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;

const listener = startCli(['events', 'listen', '--port', '0', '--forward-to', systemUrl, '--json'], {
  EVENTS_SECRET: secret,
});
after(() => {
  listener.interrupt();
  return listener.ended;
});
const receiverUrl = await waitUntil('the receiver listens', () => /http:\/\/\S+/.exec(listener.err())?.[0]);

const { client } = await serviceForThisFile({
  IMAGE_PROCESSES: '1',
  EVENTS_URL: receiverUrl,
  EVENTS_SECRET: secret,
  EVENTS_PRIVATE_ADDRESSES: 'allow',
});
const env = { PHOTOKIOSK_URL: client.url, PHOTOKIOSK_TOKEN: await operatorToken(client.url, operator) };

const vip = 3;
const order = () => createCustomer(client).order('mark_order_vip', vip, { num: 1 });

interface ReceivedLine {
  readonly id: string;
  readonly type: string;
  readonly isValid: boolean;
  readonly forwardStatus: number | null;
  readonly event: { readonly data: { readonly order_no: string } } | null;
}

function received(orderNo?: string): ReceivedLine[] {
  const lines = listener.out().split('\n').slice(0, -1);
  const all = lines.map((line) => JSON.parse(line) as ReceivedLine);
  return orderNo === undefined ? all : all.filter(({ event }) => event?.data.order_no === orderNo);
}

describe('photokiosk events', () => {
  it('prints each webhook with a valid signature and forwards it', async () => {
    const orderNo = await order();
    const created = await waitUntil('order.created', () =>
      received(orderNo).find(({ type }) => type === 'order.created'),
    );
    assert.deepEqual([created.isValid, created.forwardStatus], [true, 204]);
    assert.ok(forwarded.includes(created.id));
  });

  it('refuses a webhook with a wrong signature and does not forward it', async () => {
    const headers = { 'webhook-id': 'msg_forged', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
    const answer = await fetch(receiverUrl, { method: 'POST', headers, body: '{"type":"order.paid"}' });
    assert.equal(answer.status, 401);
    const forged = await waitUntil('the refusal is printed', () =>
      received().find(({ id }) => id === 'msg_forged'),
    );
    assert.deepEqual([forged.isValid, forged.event], [false, null]);
    assert.ok(!forwarded.includes('msg_forged'));
  });

  it('replays the events that the receiver refused', async () => {
    isReady = false;
    const orderNo = await order();
    const refused = await waitUntil('a refused event', () => received(orderNo)[0]);
    assert.equal(refused.forwardStatus, 500);
    isReady = true;
    const replayed = await waitUntil('the event may be sent again', async () => {
      const result = await runCli(['events', 'replay', orderNo, '--event', refused.id, '--json'], env);
      return result.code === 0 ? result : undefined;
    });
    assert.equal(JSON.parse(replayed.out).events[0].event_id, refused.id);
    await waitUntil('the event has arrived again', () =>
      received(orderNo).some(({ id, forwardStatus }) => id === refused.id && forwardStatus === 204),
    );
  });

  it('exits with 2 without a secret', async () => {
    const result = await runCli(['events', 'listen', '--port', '0']);
    assert.equal(result.code, 2);
    assert.match(result.err, /EVENTS_SECRET/);
  });

  it('ends with 0 at Ctrl-C', async () => {
    const own = startCli(['events', 'listen', '--port', '0'], { EVENTS_SECRET: secret });
    await waitUntil('it listens', () => own.err().includes('Listening'));
    own.interrupt();
    assert.equal((await own.ended).code, 0);
  });
});
