/** Tests of the meter that counts the calls to payment providers and measures their durations. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredProvider } from '../../src/payments/measured-provider.ts';
import { callsKeptMax, createProviderMeter } from '../../src/payments/provider-meter.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  ProviderUnreachable,
} from '../../src/usecases/ports/payment-provider.ts';
import { callsShownMs, type ProviderCall } from '../../src/usecases/ports/provider-calls.ts';
import { fakeProvider } from '../support/fake-provider.ts';
import { manualClock } from '../support/manual-clock.ts';

const startedAt = Date.UTC(2026, 10, 20, 12);

function openMeter() {
  const clock = manualClock(startedAt);
  const meter = createProviderMeter(['stripe', 'alipay'], { clock, monotonicMs: clock.now });
  const call = (durationMs: number, error?: Error, operation: 'open' | 'query' = 'open') =>
    meter
      .measure('stripe', operation, async () => {
        clock.advance(durationMs);
        if (error !== undefined) throw error;
      })
      .catch(() => {});
  const stripe = () => meter.figures()[0];
  return { clock, meter, call, stripe };
}

test('a provider without calls is reported without durations and errors', () => {
  const { meter } = openMeter();
  const nothing = { calls: 0, errors: 0, refusals: 0, medianMs: null, slowestMs: null };
  const quiet = { ...nothing, running: 0, operations: [], lastError: null };
  assert.deepEqual(meter.figures(), [
    { provider: 'stripe', ...quiet },
    { provider: 'alipay', ...quiet },
  ]);
});

test('calls are counted by operation, with the median and the slowest duration', async () => {
  const { call, stripe, meter } = openMeter();
  for (const durationMs of [300, 100, 200]) await call(durationMs);
  await call(5_000, new ProviderUnreachable('no answer within 5 s'), 'query');
  await call(50, new PaymentRefused('too small'));
  const figures = stripe();
  const { calls, errors, refusals, medianMs, slowestMs } = figures ?? {};
  assert.deepEqual([calls, errors, refusals, medianMs, slowestMs], [5, 1, 1, 200, 5_000]);
  assert.deepEqual(figures?.operations, [
    { operation: 'open', calls: 4, errors: 0, refusals: 1, medianMs: 100, slowestMs: 300 },
    { operation: 'query', calls: 1, errors: 1, refusals: 0, medianMs: 5_000, slowestMs: 5_000 },
  ]);
  assert.equal(meter.figures()[1]?.calls, 0, 'the other provider has no calls');
});

test('a call that has not ended is reported as running', async () => {
  const { meter, stripe } = openMeter();
  const answer = Promise.withResolvers<string>();
  const call = meter.measure('stripe', 'open', () => answer.promise);
  assert.deepEqual([stripe()?.running, stripe()?.calls], [1, 0]);
  answer.resolve('opened');
  assert.equal(await call, 'opened');
  assert.deepEqual([stripe()?.running, stripe()?.calls], [0, 1]);
});

test('a call and its error are reported until 15 minutes after the call', async () => {
  const { clock, call, stripe } = openMeter();
  await call(0, new ProviderUnreachable('down'));
  clock.advance(callsShownMs - 1);
  assert.deepEqual([stripe()?.calls, stripe()?.lastError?.words], [1, 'down']);
  clock.advance(1);
  assert.deepEqual([stripe()?.calls, stripe()?.lastError], [0, null]);
});

test('the last error is still reported after later calls have succeeded, and a refusal does not count as an error', async () => {
  const { call, stripe } = openMeter();
  await call(100, new ProviderUnreachable('HTTP 503'), 'query');
  await call(100);
  await call(100, new PaymentRefused('too small'));
  assert.deepEqual(stripe()?.lastError, {
    operation: 'query',
    outcome: 'unreachable',
    at: startedAt + 100,
    words: 'HTTP 503',
  });
});

test('the last error shows neither the text of an unexpected error nor the query of a URL', async () => {
  const { call, stripe } = openMeter();
  await call(1, new TypeError('cannot sign with key sk_live_SECRET'));
  assert.deepEqual([stripe()?.lastError?.outcome, stripe()?.lastError?.words], ['failed', null]);
  await call(1, new ProviderUnreachable('GET https://bank.test/pay?sign=SECRET&x=1 took 5 s'));
  assert.equal(stripe()?.lastError?.words, 'GET https://bank.test/pay?… took 5 s');
  await call(1, new ProviderUnreachable('x'.repeat(5_000)));
  assert.equal(stripe()?.lastError?.words?.length, 200);
});

test('the meter keeps only the newest calls when there are more than it can keep', async () => {
  const { call, stripe } = openMeter();
  await call(9_000);
  for (let count = 0; count < callsKeptMax; count += 1) await call(0);
  assert.deepEqual([stripe()?.calls, stripe()?.slowestMs], [callsKeptMax, 0]);
});

test('each call of a measured provider is measured and has the provider’s result', async () => {
  const { meter, clock } = openMeter();
  const ended: ProviderCall[] = [];
  meter.onCall((call) => ended.push(call));
  const bank = fakeProvider(clock, 'stripe');
  const provider: PaymentProvider = measuredProvider(bank, meter);
  const payment = {
    paymentNo: 'P1',
    providerRef: null,
    channel: 'checkout',
    amountMinor: 990,
    currency: 'CNY',
    payerId: null,
    createdAt: startedAt,
    expiresAt: startedAt + 1,
  };
  const opening = {
    ...payment,
    ...{ orderNo: 'O1', title: 'Photo', goodId: 1, quantity: 1, payer: null, clientAddress: '192.0.2.1' },
    ...{ notifyUrl: 'https://shop.test/notify', returnUrl: 'https://shop.test/' },
  };
  const refund = { refundNo: 'R1', providerRefundId: null, amountMinor: 990, currency: 'CNY', payment };
  assert.equal((await provider.open(opening)).clientData.url, 'https://bank.test/P1');
  assert.deepEqual(await provider.query(payment), { state: 'open' });
  bank.pay('P1');
  assert.equal((await provider.close(payment)).state, 'paid');
  const request = {
    ...refund,
    totalMinor: 990,
    earlierMinor: 0,
    notifyUrl: 'https://shop.test/notify',
  };
  assert.equal((await provider.refund(request)).state, 'done');
  assert.equal((await provider.queryRefund(refund)).state, 'done');
  assert.equal((await provider.fetchBill(1)).state, 'not_ready');
  await provider.checkAccess();
  bank.mode = 'down';
  await assert.rejects(provider.query(payment), ProviderUnreachable);
  assert.deepEqual(
    ended.map(({ operation, outcome }) => `${operation} ${outcome}`),
    [
      'open done',
      'query done',
      'close done',
      'refund done',
      'query_refund done',
      'fetch_bill done',
      'check_access done',
      'query unreachable',
    ],
  );
});
