/** The contract for opening, querying and closing payments. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import {
  lastNotify,
  type OpenProviderFixture,
  openPayment,
  paidPayment,
  paymentRequest,
} from './provider-fixture.ts';

export function testPayments(open: OpenProviderFixture): void {
  test('a payment that was never opened is reported as unknown; if customers create payments by a visit, as open until it expires', async (t) => {
    const bench = await open(t);
    const { provider } = bench;
    // If the customer's visit creates the payment at the provider, a payment without a visit is open: the visit may
    // come.
    const state = bench.visit === undefined ? 'unknown' : 'open';
    const payment = paymentRequest(bench);
    assert.deepEqual(await provider.query(payment), { state });
    assert.deepEqual(await provider.close(payment), { state });
    bench.clock.advance(payment.expiresAt - bench.clock.now());
    const late = bench.visit === undefined ? 'unknown' : 'closed';
    assert.deepEqual(await provider.query(payment), { state: late });
    assert.deepEqual(await provider.close(payment), { state: late });
  });

  test('opening a payment returns data for the client in which every value is a text', async (t) => {
    const bench = await open(t);
    const { clientData } = await bench.provider.open(paymentRequest(bench));
    assert.ok(Object.keys(clientData).length > 0);
    for (const value of Object.values(clientData)) assert.equal(typeof value, 'string');
  });

  test('opening a payment number twice creates only one payment, even after it is paid', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    const again = await bench.provider.open(request);
    assert.deepEqual(again, await bench.provider.open(request));
    await bench.pay(request.paymentNo);
    // A provider may refuse to open a paid payment. Its error must not be `PaymentRefused`, which means that no money arrives.
    await bench.provider
      .open(request)
      .catch((error) => assert.ok(error instanceof ProviderUnreachable, error));
    assert.equal((await bench.provider.query(request)).state, 'paid');
    await assert.rejects(bench.pay(request.paymentNo));
  });

  test('opening a payment number again with another amount is refused', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    if (bench.opensLocally) {
      // The provider sees a payment only when the customer pays, so it cannot refuse the second opening. Instead it
      // refuses the second payment with the same number.
      await bench.pay(request.paymentNo);
      await bench.provider.open({ ...request, amountMinor: request.amountMinor + 1 });
      await assert.rejects(bench.pay(request.paymentNo));
      return;
    }
    const openAgain = async () => {
      const opened = await bench.provider.open({ ...request, amountMinor: request.amountMinor + 1 });
      await bench.visit?.(opened);
    };
    await assert.rejects(openAgain());
  });

  test('the report of a paid payment has the amount, currency, reference and time', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const report = await bench.provider.query(request);
    assert.ok(report.state === 'paid');
    assert.equal(report.receivedMinor, request.amountMinor);
    assert.equal(report.currency, request.currency);
    assert.ok(report.providerRef.length > 0);
    assert.ok(Math.abs((report.paidAt ?? 0) - bench.clock.now()) < 1000);
  });

  test('a payment that was refunded by hand before the service knew of it is reported as closed if no money is left, and otherwise as paid', async (t) => {
    const bench = await open(t);
    const { refundByHand } = bench;
    if (refundByHand === undefined) return t.skip('the provider does not show refunds by hand');
    const request = await paidPayment(bench);
    refundByHand(request.paymentNo, 100);
    assert.equal((await bench.provider.query(request)).state, 'paid');
    refundByHand(request.paymentNo, request.amountMinor - 100);
    assert.deepEqual(await bench.provider.query(request), { state: 'closed' });
    assert.deepEqual(await bench.provider.close(request), { state: 'closed' });
  });

  test('a declined payment is reported as declined, with a reason', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    if (bench.decline === null) return t.skip('the provider reports no declines');
    await bench.decline(request.paymentNo);
    const report = await bench.provider.query(request);
    assert.ok(report.state === 'declined' && report.reason.length > 0);
  });

  test('an expired payment cannot be paid, and is reported as closed at the latest after the service has closed it', async (t) => {
    const bench = await open(t);
    if (bench.canClose === false) return t.skip('a payment has no expiry');
    const request = await openPayment(bench);
    bench.clock.advance(request.expiresAt - bench.clock.now());
    await assert.rejects(bench.pay(request.paymentNo));
    const expected = bench.closesExpired === false ? 'open' : 'closed';
    assert.equal((await bench.provider.query(request)).state, expected);
    assert.equal((await bench.provider.close(request)).state, 'closed');
    assert.equal((await bench.provider.query(request)).state, 'closed');
  });
}

export function testClosing(open: OpenProviderFixture): void {
  test('a closed payment stays closed and cannot be paid', async (t) => {
    const bench = await open(t);
    if (bench.canClose === false) return t.skip('the provider cannot close a payment');
    const request = await openPayment(bench);
    assert.deepEqual(await bench.provider.close(request), { state: 'closed' });
    assert.deepEqual(await bench.provider.close(request), { state: 'closed' });
    await assert.rejects(bench.pay(request.paymentNo));
    assert.deepEqual(await bench.provider.query(request), { state: 'closed' });
  });

  test('if the provider cannot close payments, a payment that the customer makes after the closing is reported as paid', async (t) => {
    const bench = await open(t);
    if (bench.canClose !== false) return t.skip('the provider closes payments');
    const request = await openPayment(bench);
    const { state } = await bench.provider.close(request);
    assert.ok(state === 'unknown' || state === 'closed', state);
    bench.clock.advance(request.expiresAt - bench.clock.now());
    await bench.pay(request.paymentNo);
    const report = await bench.provider.query(request);
    assert.equal(report.state, 'paid');
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'payment');
    assert.deepEqual(verdict.report, report);
  });

  test('closing a paid payment has no effect and returns the same report as a query', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const report = await bench.provider.close(request);
    assert.deepEqual(report, await bench.provider.query(request));
    assert.equal(report.state, 'paid');
  });

  test('closing a payment returns its final state, even if the customer pays at the same time', async (t) => {
    const bench = await open(t);
    if (bench.canClose === false) return t.skip('the provider cannot close a payment');
    for (let round = 0; round < 20; round++) {
      const payment = await openPayment(bench);
      const paying = () =>
        bench.pay(payment.paymentNo).then(
          () => true,
          () => false,
        );
      const closing = () => bench.provider.close(payment);
      const [first, second] = round % 2 === 0 ? [paying, closing] : [closing, paying];
      const answers = await Promise.all([first(), second()]);
      const paid = answers.find((answer) => typeof answer === 'boolean');
      const { state } = await bench.provider.query(payment);
      assert.equal(state, paid === true ? 'paid' : 'closed');
      const closed = answers.find((answer) => typeof answer === 'object');
      assert.equal(closed?.state, state);
    }
  });
}
