/** The whole service as a process, with Stripe as its provider: an order is placed, paid and delivered. */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { apiKey, startFakeStripe, webhookSecret } from './fake-stripe.ts';
import { signedEvent } from './sign-event.ts';

test('a service with Stripe sells a membership, refuses forgeries, makes Stripe repeat a notification while Stripe’s API is down, and prints no secret', async (t) => {
  const stripe = await startFakeStripe({ now: Date.now });
  t.after(stripe.close);
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-stripe-'));
  const service = await startServiceProcess({
    DATA_DIR: folder,
    LOG_LEVEL: 'debug',
    PAYMENT_PROVIDERS: 'stripe',
    STRIPE_SECRET_KEY: apiKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  t.after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const call = async (operation: string, parameters: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${service.url}/index.php/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    assert.equal(response.status, 200, operation);
    return Object(await response.json());
  };
  const notify = async ({ headers, body }: RawNotification): Promise<number> => {
    const response = await fetch(`${service.url}/index.php/v1/pay_notify/stripe`, {
      method: 'POST',
      headers: { ...headers },
      body: Buffer.from(body),
    });
    return response.status;
  };

  const { order_no } = await call('mark_order_vip', { goods_id: 3, num: 1 });
  const { url } = await call('pay_order', { order_no });
  const [session] = stripe.books.sessions.values();
  assert.ok(session !== undefined);
  assert.equal(url, session.url);
  const event = stripe.pay(session.client_reference_id ?? '');

  const tomorrow = Date.now() + 24 * 60 * 60_000;
  assert.equal(await notify(signedEvent(event.body, [webhookSecret], tomorrow)), 400);
  assert.equal(await notify(signedEvent(event.body, ['whsec_of_somebody_else_0123'], Date.now())), 400);
  stripe.denied.add('checkout');
  assert.ok((await notify(stripe.deliver(event))) >= 500);
  stripe.denied.clear();
  assert.equal(await notify(stripe.deliver(event)), 200);
  assert.equal(await notify(stripe.deliver(event)), 200);
  const order = await call('fetch_order', { order_no });
  assert.equal(order.status, 'pay');
  assert.equal(order.deal_status, 'done');

  assert.deepEqual(stripe.violations, []);
  // Stop the service before the log is checked, because the service prints its last lines when it ends.
  await service.stop();
  for (const secret of [apiKey, webhookSecret]) assert.ok(!service.output().includes(secret));
  assert.match(service.output(), /payment notification refused/);
});
