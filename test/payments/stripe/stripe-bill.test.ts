/** Tests of the bill of one day, from Stripe's balance transactions and refunds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../../src/domain/civil-day.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { openStripeFixture, type StripeFixture } from './stripe-fixture.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

function today({ clock, provider }: StripeFixture): number {
  return dayOf(clock.now(), provider.billZone);
}

async function rowsOf(bench: StripeFixture, day: number): Promise<readonly BillRow[]> {
  const bill = await bench.provider.fetchBill(day);
  assert.ok(bill.state === 'ready');
  return bill.rows;
}

test('a bill is ready two hours after the end of its day in UTC', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  assert.equal(bench.provider.billZone.name, 'UTC');
  bench.clock.advance(14 * hourMs - 1);
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'not_ready' });
  bench.clock.advance(1);
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'ready', rows: [] });
});

test('the bill has every payment and refund of the day with its numbers, amount, fee and time', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const payment = await paidPayment(bench);
  await openPayment(bench);
  const paidAt = bench.clock.now();
  const report = await bench.provider.query(payment);
  assert.ok(report.state === 'paid');
  bench.clock.advance(hourMs);
  const request = refundRequest(payment, { amountMinor: 200 });
  const refund = await bench.provider.refund(request);
  assert.ok(refund.state === 'done');
  bench.clock.advance(dayMs);
  await paidPayment(bench);
  bench.clock.advance(dayMs);
  assert.deepEqual(await rowsOf(bench, day), [
    {
      kind: 'payment',
      paymentNo: payment.paymentNo,
      refundNo: null,
      providerRef: report.providerRef,
      amountMinor: 690,
      currency: 'CNY',
      feeMinor: 30,
      state: 'done',
      at: paidAt,
    },
    {
      kind: 'refund',
      paymentNo: payment.paymentNo,
      refundNo: request.refundNo,
      providerRef: refund.providerRefundId,
      amountMinor: 200,
      currency: 'CNY',
      feeMinor: 0,
      state: 'done',
      at: paidAt + hourMs,
    },
  ]);
  assert.equal((await rowsOf(bench, day + 1)).length, 1);
  assert.deepEqual(await rowsOf(bench, day - 1), []);
});

test('pending and failed refunds are rows of the bill, each once', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const refundOf = async (course: 'done' | 'pending' | 'failed') => {
    const request = refundRequest(await paidPayment(bench, course));
    await bench.provider.refund(request);
    return request.refundNo;
  };
  const pending = await refundOf('pending');
  const refused = await refundOf('failed');
  const bounced = await refundOf('done');
  bench.stripe.endRefund(bounced, 'failed', 'declined');
  const late = await refundOf('done');
  bench.clock.advance(dayMs);
  bench.stripe.endRefund(late, 'failed', 'declined');
  bench.clock.advance(2 * dayMs);
  const statesOn = async (some: number) =>
    Object.fromEntries(
      (await rowsOf(bench, some))
        .filter(({ kind }) => kind === 'refund')
        .map(({ refundNo, state }) => [refundNo, state]),
    );
  assert.deepEqual(await statesOn(day), {
    [pending]: 'pending',
    [refused]: 'failed',
    [bounced]: 'failed',
    [late]: 'failed',
  });
  assert.equal((await rowsOf(bench, day)).length, 8);
  // If a refund fails after it was reported as done, the bill of a later day shows that the money was returned to the
  // shop.
  assert.deepEqual(await statesOn(day + 1), { [late]: 'failed' });
});

test('a refund whose money moves on a later day is a row only in the bill of that later day', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const request = refundRequest(await paidPayment(bench, 'pending'));
  await bench.provider.refund(request);
  bench.clock.advance(dayMs);
  bench.stripe.endRefund(request.refundNo, 'succeeded');
  bench.clock.advance(2 * dayMs);
  const refundsOn = async (some: number) =>
    (await rowsOf(bench, some)).filter(({ kind }) => kind === 'refund').map(({ refundNo }) => refundNo);
  assert.deepEqual(await refundsOn(day), []);
  assert.deepEqual(await refundsOn(day + 1), [request.refundNo]);
});

test('a refund that was made in the Dashboard is a row with the number of its payment, before and after the money moves', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const { refundByHand } = bench;
  assert.ok(refundByHand !== undefined);
  const paid = await paidPayment(bench);
  refundByHand(paid.paymentNo, 100);
  const pending = await paidPayment(bench, 'pending');
  refundByHand(pending.paymentNo, 200);
  bench.clock.advance(2 * dayMs);
  const refunds = (await rowsOf(bench, day)).filter(({ kind }) => kind === 'refund');
  assert.deepEqual(
    refunds.map(({ paymentNo, refundNo, amountMinor, state }) => [paymentNo, refundNo, amountMinor, state]),
    [
      [paid.paymentNo, null, 100, 'done'],
      [pending.paymentNo, null, 200, 'pending'],
    ],
  );
});

test('the rows of a payment of another system on the account and of its refund have no payment number, and the bill omits movements without a payment', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const { paymentNo } = await openPayment(bench);
  const session = bench.stripe.sessionOf(paymentNo);
  bench.stripe.books.sessions.set(session.id, { ...session, intentMetadata: {} });
  bench.stripe.pay(paymentNo);
  bench.refundByHand?.(paymentNo, 100);
  bench.stripe.books.addMovement('payout', 'po_1', -600, 'cny', 0);
  bench.stripe.books.addMovement('stripe_fee', 'fee_1', -5, 'cny', 0);
  bench.clock.advance(2 * dayMs);
  const rows = await rowsOf(bench, day);
  assert.deepEqual(
    rows.map(({ kind, paymentNo: number }) => [kind, number]),
    [
      ['payment', null],
      ['refund', null],
    ],
  );
});

test('a payment that Stripe settles in another currency keeps its own amount, and its fee is converted', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  Object.assign(bench.stripe.books.settlement, { currency: 'hkd', rate: 1.1 });
  await paidPayment(bench);
  bench.clock.advance(2 * dayMs);
  const [row] = await rowsOf(bench, day);
  assert.equal(row?.amountMinor, 690);
  assert.equal(row?.currency, 'CNY');
  assert.equal(row?.feeMinor, 30);
});

test('a bill of several pages contains all rows, and a page that cannot be read makes the call fail', async (t) => {
  const bench = await openStripeFixture(t);
  const day = today(bench);
  const paid = [];
  for (let payments = 0; payments < 205; payments++) paid.push((await paidPayment(bench)).paymentNo);
  bench.clock.advance(2 * dayMs);
  const rows = await rowsOf(bench, day);
  assert.deepEqual(new Set(rows.map(({ paymentNo }) => paymentNo)), new Set(paid));
  assert.equal(rows.length, 205);
  bench.stripe.faults.push('none', '500 before');
  await assert.rejects(bench.provider.fetchBill(day));
});
