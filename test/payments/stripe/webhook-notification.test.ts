/** Tests of genuine notifications: which of them are for this service, and what they report in any order of arrival. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { apiKey, webhookSecret } from './fake-stripe.ts';
import { signedEvent } from './sign-event.ts';
import { openStripeFixture, type StripeFixture } from './stripe-fixture.ts';

function sessionEvent({ stripe }: StripeFixture, paymentNo: string, more: object = {}) {
  const { id, metadata } = stripe.sessionOf(paymentNo);
  const object = { id, object: 'checkout.session', metadata };
  return stripe.send('checkout.session.completed', object, more).notification;
}

test('an event reports the present state: an old event about an open payment reports it as paid if it has been paid since', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await openPayment(bench);
  const { notification } = bench.stripe.startSlowPayment(paymentNo);
  const early = await bench.provider.verifyNotification(notification);
  assert.ok(early.kind === 'payment' && early.report.state === 'open');
  bench.stripe.endSlowPayment(paymentNo, 'paid');
  const late = await bench.provider.verifyNotification(notification);
  assert.ok(late.kind === 'payment' && late.report.state === 'paid');
});

test('an event that claims a payment does not make an unpaid session paid', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await openPayment(bench);
  const object = { ...bench.stripe.sessionOf(paymentNo), payment_status: 'paid', status: 'complete' };
  const { notification } = bench.stripe.send('checkout.session.completed', object);
  const received = await bench.provider.verifyNotification(notification);
  assert.ok(received.kind === 'payment' && received.report.state === 'open');
});

test('the event of an expired session reports the payment as closed', async (t) => {
  const bench = await openStripeFixture(t);
  const request = await openPayment(bench);
  await bench.provider.close(request);
  const event = bench.stripe.events.at(-1);
  assert.ok(event?.type === 'checkout.session.expired');
  const received = await bench.provider.verifyNotification(event.notification);
  assert.ok(received.kind === 'payment' && received.report.state === 'closed');
});

test('with a test key, events of live mode, of connected accounts and of other systems are ignored without a call to Stripe', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const { stripe } = bench;
  const before = stripe.calls.length;
  const foreign = { id: 'cs_test_foreign', object: 'checkout.session', metadata: {} };
  const refund = { id: 're_foreign', object: 'refund', metadata: {}, payment_intent: 'pi_foreign' };
  for (const notification of [
    sessionEvent(bench, paymentNo, { livemode: true }),
    sessionEvent(bench, paymentNo, { account: 'acct_1' }),
    stripe.send('checkout.session.completed', foreign).notification,
    stripe.send('refund.updated', refund).notification,
    stripe.send('payment_intent.succeeded', { id: 'pi_1', metadata: { payment_no: paymentNo } }).notification,
  ]) {
    assert.equal((await bench.provider.verifyNotification(notification)).kind, 'ignored');
  }
  assert.equal(stripe.calls.length, before);
});

test('a service with a live key ignores events of test mode', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const live = bench.providerWith({ secretKey: apiKey.replace('test', 'live') });
  assert.equal((await live.verifyNotification(sessionEvent(bench, paymentNo))).kind, 'ignored');
});

test('an event about an object that is unknown on the account is refused with the code for another recipient', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const object = { ...bench.stripe.sessionOf(paymentNo), id: 'cs_test_elsewhere' };
  const { notification } = bench.stripe.send('checkout.session.completed', object);
  const received = await bench.provider.verifyNotification(notification);
  assert.ok(received.kind === 'forged' && received.code === 'recipient');
});

test('a genuine body that is not an event is refused as malformed', async (t) => {
  const bench = await openStripeFixture(t);
  for (const body of ['', '{}', '[]', 'null', '{"id":1,"type":2}', '{"id":"evt_1"', '\u0000']) {
    const received = await bench.provider.verifyNotification(
      signedEvent(body, [webhookSecret], bench.clock.now()),
    );
    assert.ok(received.kind === 'forged' && received.code === 'malformed', body);
  }
});

test('an event whose object cannot be read is neither accepted nor refused, so that Stripe repeats it', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const notification = sessionEvent(bench, paymentNo);
  bench.stripe.faults.push('500 before');
  await assert.rejects(bench.provider.verifyNotification(notification), ProviderUnreachable);
  const received = await bench.provider.verifyNotification(notification);
  assert.ok(received.kind === 'payment' && received.report.state === 'paid');
});

test('an event about a refund that Stripe does not list yet is not ignored: Stripe must send it again', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const { intentId } = bench.stripe.sessionOf(paymentNo);
  const object = { id: 're_1', payment_intent: intentId, metadata: { refund_no: 'R-unknown' } };
  const { notification } = bench.stripe.send('refund.created', object);
  await assert.rejects(bench.provider.verifyNotification(notification), ProviderUnreachable);
});

const disputeStates = [
  ['warning_needs_response', 'open'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_under_review', 'open'],
  ['a status of the future', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
] as const;

test('the report of a dispute contains the payment, the amount and the reason, and each dispute status of Stripe is read as a state', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await paidPayment(bench);
  const { id, notification } = bench.stripe.openDispute(paymentNo, 'product_not_received');
  const dispute = [...bench.stripe.books.disputes.values()][0];
  assert.ok(dispute !== undefined);
  for (const [status, state] of disputeStates) {
    dispute.status = status;
    assert.deepEqual(await bench.provider.verifyNotification(notification), {
      kind: 'dispute',
      eventId: id,
      paymentNo,
      dispute: {
        disputeNo: dispute.id,
        state,
        amountMinor: 690,
        currency: 'CNY',
        reason: 'product_not_received',
        openedAt: bench.clock.now(),
        mayReopen: true,
      },
    });
  }
});

test('a dispute about a payment of another system is ignored', async (t) => {
  const bench = await openStripeFixture(t);
  const { paymentNo } = await openPayment(bench);
  const session = bench.stripe.sessionOf(paymentNo);
  bench.stripe.books.sessions.set(session.id, { ...session, intentMetadata: {} });
  bench.stripe.pay(paymentNo);
  const { notification } = bench.stripe.openDispute(paymentNo, 'fraudulent');
  assert.equal((await bench.provider.verifyNotification(notification)).kind, 'ignored');
});

test('a notification that was signed with either secret is accepted while a secret is rotated', async (t) => {
  const bench = await openStripeFixture(t, { webhookSecrets: ['whsec_next0123456789abcdef', webhookSecret] });
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  const first = bench.stripe.pay(request.paymentNo);
  assert.equal((await bench.provider.verifyNotification(first.notification)).kind, 'payment');
  bench.stripe.secrets.splice(0, 1, 'whsec_next0123456789abcdef');
  assert.equal((await bench.provider.verifyNotification(bench.stripe.deliver(first))).kind, 'payment');
  const late = bench.providerWith({ webhookSecrets: [webhookSecret] });
  assert.equal((await late.verifyNotification(bench.stripe.deliver(first))).kind, 'forged');
});

test('the notification of a refund contains the same report as a query of the refund', async (t) => {
  const bench = await openStripeFixture(t);
  const request = refundRequest(await paidPayment(bench));
  await bench.provider.refund(request);
  const event = bench.stripe.events.at(-1);
  assert.ok(event?.type === 'refund.created');
  assert.deepEqual(await bench.provider.verifyNotification(event.notification), {
    kind: 'refund',
    eventId: event.id,
    refundNo: request.refundNo,
    report: await bench.provider.queryRefund(request),
  });
});
