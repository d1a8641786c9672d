/** Tests of payments at Stripe: what is sent, what is refused, and what happens when answers are lost. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PaymentRefused, ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, paymentRequest } from '../contract/provider-fixture.ts';
import { apiKey, type Fault } from './fake-stripe.ts';
import { openStripeFixture } from './stripe-fixture.ts';

const minuteMs = 60_000;

test('the session contains the payment and order numbers, the price and the title, and its payment intent contains the numbers too', async (t) => {
  const { provider, stripe, ...bench } = await openStripeFixture(t);
  const request = {
    ...paymentRequest({ provider, ...bench }),
    quantity: 3,
    title: '会员',
    amountMinor: 1000,
  };
  const { clientData, providerRef } = await provider.open(request);
  const session = stripe.sessionOf(request.paymentNo);
  assert.equal(session.id, providerRef);
  assert.deepEqual(clientData, { url: session.url });
  const numbers = { payment_no: request.paymentNo, order_no: request.orderNo };
  assert.deepEqual(session.metadata, numbers);
  assert.deepEqual(session.intentMetadata, numbers);
  assert.equal(session.amount_total, 1000);
  assert.equal(session.currency, 'cny');
  assert.equal(session.name, '会员 × 3');
  assert.deepEqual(stripe.violations, []);
});

test('a session is open for the time that the payment is open, but never shorter or longer than Stripe allows', async (t) => {
  const bench = await openStripeFixture(t);
  for (const [askedMs, givenMs] of [
    [minuteMs, 35 * minuteMs],
    [120 * minuteMs, 120 * minuteMs],
    [7 * 24 * 60 * minuteMs, 23 * 60 * minuteMs],
  ] as const) {
    const createdAt = bench.clock.now();
    const request = paymentRequest(bench, { createdAt, expiresAt: createdAt + askedMs });
    await bench.provider.open(request);
    assert.equal(bench.stripe.sessionOf(request.paymentNo).expires_at * 1000, createdAt + givenMs);
  }
});

test('a payment that is opened again a minute later is the same payment', async (t) => {
  const bench = await openStripeFixture(t);
  const request = paymentRequest(bench);
  const first = await bench.provider.open(request);
  bench.clock.advance(minuteMs);
  assert.deepEqual(await bench.provider.open(request), first);
  assert.equal(bench.stripe.books.sessions.size, 1);
});

test('a payment below Stripe’s minimum is refused with Stripe’s reason', async (t) => {
  const bench = await openStripeFixture(t);
  const opening = bench.provider.open(paymentRequest(bench, { amountMinor: 10 }));
  await assert.rejects(
    opening,
    (error) => error instanceof PaymentRefused && /too small/.test(error.message),
  );
});

test('an amount that the currency cannot express is refused without a call to Stripe', async (t) => {
  const bench = await openStripeFixture(t);
  const opening = bench.provider.open(paymentRequest(bench, { amountMinor: 1050, currency: 'JPY' }));
  await assert.rejects(
    opening,
    (error) => error instanceof PaymentRefused && /10\.5 JPY/.test(error.message),
  );
  assert.deepEqual(bench.stripe.calls, []);
});

test('opening a payment again with other parameters rejects, but not with PaymentRefused, because the first payment may be paid', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await openPayment(bench);
  await assert.rejects(
    bench.provider.open({ ...request, title: 'another title' }),
    (error) => error instanceof Error && !(error instanceof PaymentRefused),
  );
});

test('a call whose connection closes once is repeated at once with the same idempotency key, and creates one session', async (t) => {
  for (const fault of ['dropped before', 'dropped after'] as const) {
    const bench = await openStripeFixture(t);
    bench.stripe.faults.push(fault);
    const { paymentNo } = await openPayment(bench);
    assert.equal(bench.stripe.books.sessions.size, 1);
    assert.equal(bench.stripe.sessionOf(paymentNo).status, 'open');
  }
});

async function openWithFaults(t: TestContext, faults: readonly Fault[]) {
  const bench = await openStripeFixture(t);
  const request = paymentRequest(bench);
  bench.stripe.faults.push(...faults);
  // Only the call that opens the payment has a short time limit, so that other calls succeed also on a slow machine.
  await assert.rejects(bench.providerWith({ timeoutMs: 200 }).open(request), ProviderUnreachable);
  bench.stripe.faults.length = 0;
  return { ...bench, request };
}

for (const faults of [
  ['dropped after', 'dropped after'],
  ['silent after'],
  ['500 after'],
] as const satisfies Fault[][]) {
  test(`the payment is found by its number although the answer to its opening was lost (${faults[0]})`, async (t) => {
    const { provider, stripe, request } = await openWithFaults(t, faults);
    for (let others = 0; others < 105; others++)
      await provider.open({ ...request, paymentNo: `P-other-${others}` });
    assert.deepEqual(await provider.query(request), { state: 'open' });
    stripe.pay(request.paymentNo);
    assert.equal((await provider.query(request)).state, 'paid');
    assert.equal((await provider.close(request)).state, 'paid');
  });
}

for (const fault of ['dropped before', 'silent before', '500 before', 'busy', 'too many calls'] as const) {
  test(`a payment that Stripe did not open is reported as unknown (${fault})`, async (t) => {
    const { provider, stripe, request } = await openWithFaults(t, [fault, fault]);
    assert.deepEqual(await provider.query(request), { state: 'unknown' });
    assert.deepEqual(await provider.close(request), { state: 'unknown' });
    assert.equal(stripe.books.sessions.size, 0);
  });
}

test('clocks that differ by four minutes prevent neither opening a payment, nor finding a lost session, nor verifying notifications', async (t) => {
  for (const aheadMs of [-4 * minuteMs, 4 * minuteMs]) {
    const bench = await openStripeFixture(t, {}, aheadMs);
    const request = paymentRequest(bench, { expiresAt: bench.clock.now() + minuteMs });
    await bench.provider.open(request);
    assert.equal((await bench.provider.query(request)).state, 'open');
    const { notification } = bench.stripe.pay(request.paymentNo);
    assert.equal((await bench.provider.verifyNotification(notification)).kind, 'payment');
  }
});

test('a payment whose money has arrived is reported as paid even if its session is not shown as completed yet', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await paidPayment(bench);
  const session = bench.stripe.sessionOf(request.paymentNo);
  for (const status of ['open', 'expired'] as const) {
    Object.assign(session, { status, payment_status: 'unpaid' });
    assert.equal((await bench.provider.query(request)).state, 'paid');
  }
});

test('a payment by a slow method is reported as open until the money arrives, even when the service closes it', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await openPayment(bench);
  bench.stripe.startSlowPayment(request.paymentNo);
  assert.deepEqual(await bench.provider.query(request), { state: 'open' });
  assert.deepEqual(await bench.provider.close(request), { state: 'open' });
  bench.stripe.endSlowPayment(request.paymentNo, 'paid');
  assert.equal((await bench.provider.query(request)).state, 'paid');
});

test('closing a payment reports it as paid if the customer pays while it is being closed', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await openPayment(bench);
  const session = bench.stripe.sessionOf(request.paymentNo);
  bench.stripe.beforeCall(`/v1/checkout/sessions/${session.id}/expire`, () => {
    bench.stripe.pay(request.paymentNo);
  });
  assert.equal((await bench.provider.close(request)).state, 'paid');
});

test('a payment is found by the id of its payment intent', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await paidPayment(bench);
  const report = await bench.provider.query(request);
  assert.ok(report.state === 'paid' && report.providerRef.startsWith('pi_'));
  assert.deepEqual(await bench.provider.query({ ...request, providerRef: report.providerRef }), report);
});

test('a query of a session that Stripe no longer knows rejects, and does not report the payment as unpaid', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await openPayment(bench);
  bench.stripe.books.sessions.clear();
  await assert.rejects(bench.provider.query(request), /key of another account/);
  await assert.rejects(bench.provider.close(request), /key of another account/);
});

test('a query rejects if the given session belongs to another payment', async (t) => {
  const bench = await openStripeFixture(t);
  const { providerRef } = await paidPayment(bench);
  const other = await openPayment(bench);
  await assert.rejects(bench.provider.query({ ...other, providerRef }), /is not the session of payment/);
});

test('no error contains the key, also when Stripe’s answer contains it', async (t) => {
  const messages: string[] = [];
  const note = (error: unknown) => {
    messages.push(JSON.stringify(error, Object.getOwnPropertyNames(error)));
    assert.ok(error instanceof Error && error.cause === undefined);
    return true;
  };
  const bench = await openStripeFixture(t);
  for (const fault of ['500 before', 'too many calls', 'busy'] as const) {
    bench.stripe.faults.push(fault);
    await assert.rejects(bench.provider.open(paymentRequest(bench)), note);
  }
  const other = await openStripeFixture(t, { secretKey: 'sk_test_another4242424242' });
  await assert.rejects(other.provider.open(paymentRequest(other)), note);
  await assert.rejects(other.provider.checkAccess(), note);
  assert.equal(messages.length, 5);
  for (const message of messages) {
    assert.ok(!message.includes(apiKey) && !message.includes('another4242424242'), message);
  }
});

test('the check of the access passes with a key that has all permissions, and names the permission that is missing', async (t) => {
  const bench = await openStripeFixture(t);
  await bench.provider.checkAccess();
  assert.ok(bench.stripe.calls.every((call) => call.startsWith('GET ')));
  for (const [path, name] of [
    ['checkout/sessions', /Checkout sessions/],
    ['payment_intents', /payment intents/],
    ['charges', /charges/],
    ['refunds', /refunds/],
    ['disputes', /disputes/],
    ['balance_transactions', /balance transactions/],
  ] as const) {
    bench.stripe.denied.add(path);
    await assert.rejects(bench.provider.checkAccess(), name);
    bench.stripe.denied.clear();
  }
});
