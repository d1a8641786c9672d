/** `photokiosk reconcile` and `photokiosk events replay --from` as real processes against the real service. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createWebhookVerifier } from '../../src/webhooks/verify-webhook.ts';
import { createCustomer } from '../e2e/customer.ts';
import { operator, serviceForThisFile } from '../e2e/running-service.ts';
import { operatorToken } from './operator-token.ts';
import { runCli } from './run-cli.ts';

const dayMs = 24 * 60 * 60_000;
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

// The endpoint of the service is an address at which nothing listens, so that every event is missed.
const { client, dataDir } = await serviceForThisFile({
  EVENTS_URL: 'http://127.0.0.1:9/',
  EVENTS_SECRET: secret,
  EVENTS_PRIVATE_ADDRESSES: 'allow',
});
const env = { PHOTOKIOSK_URL: client.url, PHOTOKIOSK_TOKEN: await operatorToken(client.url, operator) };

function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}

/** Writes a payment that the service does not know into the sandbox's own books. */
function addForgottenPayment(day: string): string {
  const paymentNo = `P${'0'.repeat(24)}A`;
  const paidAt = Date.parse(`${day}T12:00:00Z`);
  const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 120_000 });
  database
    .prepare(
      `insert into sandbox_payments (payment_no, amount_minor, currency, title, state, plan, refund_plan, notify_url,
        return_url, provider_ref, paid_at, expires_at, created_at)
       values (?, 1234, 'CNY', '', 'paid', 'none', 'done', '', '', 'SB1', ?, ?, ?)`,
    )
    .run(paymentNo, paidAt, paidAt, paidAt);
  database.close();
  return paymentNo;
}

describe('photokiosk reconcile', () => {
  it('shows the bill of a day whose books agree, and exits with 0', async () => {
    const result = await runCli(['reconcile', dayBefore(2)], env);
    assert.equal(result.code, 0, result.err + result.out);
    assert.match(result.out, /sandbox +\d{4}-\d\d-\d\d +compared/);
    assert.match(result.out, /No open differences/);
  });

  it('shows the differences of the day, and exits with 1', async () => {
    const day = dayBefore(3);
    const paymentNo = addForgottenPayment(day);
    const result = await runCli(['reconcile', day, '--json'], env);
    assert.equal(result.code, 1, result.err + result.out);
    const { bills, differences, missing } = JSON.parse(result.out);
    assert.deepEqual([bills.length, bills[0].totals[0].payments, missing], [1, 1234, []]);
    assert.deepEqual(
      differences.map((one: Record<string, unknown>) => [one.number, one.type, one.day]),
      [[paymentNo, 'unknown_to_us', day]],
    );
    const shown = await runCli(['reconcile', day], env);
    assert.match(shown.out, /unknown_to_us +12\.34 CNY done +–/);
    assert.match(shown.out, /1 open differences/);
    assert.equal((await runCli(['reconcile', dayBefore(2)], env)).code, 0, 'another day has no differences');
  });

  it('a day that has not ended has no bill yet: exits with 5', async () => {
    // The day after the UTC day has not ended in the zone of the bills either, which is Asia/Shanghai.
    for (const day of [dayBefore(-1), dayBefore(-500)]) {
      for (const provider of [[], ['--provider', 'sandbox']]) {
        const result = await runCli(['reconcile', day, ...provider], env);
        assert.equal(result.code, 5, result.err + result.out);
        assert.match(result.err, /This day has not ended; its bill does not exist yet/);
      }
    }
  });

  it('refuses a text that is no day, an old day without a provider, and an unknown provider', async () => {
    assert.equal((await runCli(['reconcile', 'yesterday'], env)).code, 2);
    assert.equal((await runCli(['reconcile', dayBefore(100)], env)).code, 2);
    const unknown = await runCli(['reconcile', dayBefore(1), '--provider', 'nobody'], env);
    assert.equal(unknown.code, 4, unknown.err);
  });
});

describe('photokiosk events replay --from', () => {
  it('posts the stored events to a receiver with their ids, oldest first and with a valid signature', async (t) => {
    const received: { id: string; isValid: boolean }[] = [];
    let status = 204;
    const verify = createWebhookVerifier(secret);
    const receiver = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const body = Buffer.concat(pieces).toString();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { isValid } = verify(body, headers);
      received.push({ id: String(request.headers['webhook-id']), isValid });
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    t.after(() => receiver.close());
    await new Promise((resolve) => receiver.once('listening', resolve));
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;

    const from = new Date(Date.now() - 1000).toISOString();
    const customer = createCustomer(client);
    const orderNo = await customer.order('mark_order_vip', 3, { num: 1 });
    await customer.pay(orderNo);
    const replay = ['events', 'replay', '--from', from, '--json'];
    const printed = await runCli(replay, env);
    assert.equal(printed.code, 0, printed.err);
    const stored = JSON.parse(printed.out).events as { event_id: string; type: string }[];
    assert.ok(stored.length >= 4, printed.out);
    assert.deepEqual(received, []);

    const sent = await runCli([...replay, '--forward-to', url], { ...env, EVENTS_SECRET: secret });
    assert.equal(sent.code, 0, sent.err + sent.out);
    assert.deepEqual(
      received.map(({ id, isValid }) => [id, isValid]),
      stored.map(({ event_id }) => [event_id, true]),
    );
    assert.equal(stored[0]?.type, 'order.created');

    status = 500;
    const refused = await runCli([...replay, '--type', 'order.paid', '--forward-to', url], {
      ...env,
      EVENTS_SECRET: secret,
    });
    assert.equal(refused.code, 1, refused.out);
    assert.equal(JSON.parse(refused.out).refused, 1);
  });

  it('exits with the code 2 if the time is missing, if an order and a time are given, or if the secret is missing', async () => {
    assert.equal((await runCli(['events', 'replay'], env)).code, 2);
    assert.equal((await runCli(['events', 'replay', '1', '--from', '2026-01-01T00:00:00Z'], env)).code, 2);
    const forward = [
      'events',
      'replay',
      '--from',
      '2026-01-01T00:00:00Z',
      '--forward-to',
      'http://127.0.0.1:9/',
    ];
    const unsigned = await runCli(forward, env);
    assert.equal(unsigned.code, 2, unsigned.out);
    assert.match(unsigned.err, /EVENTS_SECRET/);
  });
});
