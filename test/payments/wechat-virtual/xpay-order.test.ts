/** Answers of WeChat's `query_order` that the documentation does not explain, or that are not complete. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { openVirtualFixture } from './virtual-fixture.ts';

for (const status of [9, 10, 99]) {
  test(`a payment with the unknown status ${status} is neither paid nor closed, and is not refunded`, async (t) => {
    const bench = await openVirtualFixture(t);
    const payment = await paidPayment(bench);
    const order = bench.fake.xpay.orders.get(payment.paymentNo) ?? assert.fail();
    Object.assign(order, { status });
    await assert.rejects(bench.provider.query(payment), ProviderUnreachable);
    await assert.rejects(bench.provider.close(payment), ProviderUnreachable);
    await assert.rejects(bench.provider.refund(refundRequest(payment)), ProviderUnreachable);
    assert.equal(bench.fake.xpay.returnedMinor(payment.paymentNo), 0);
  });
}

test('a payment without a time of payment is paid at no invented time, and can be refunded', async (t) => {
  const bench = await openVirtualFixture(t);
  const payment = await paidPayment(bench);
  const order = bench.fake.xpay.orders.get(payment.paymentNo) ?? assert.fail();
  Object.assign(order, { paidAt: 0 });
  const report = await bench.provider.query(payment);
  assert.ok(report.state === 'paid');
  assert.equal(report.paidAt, null);
  assert.equal((await bench.provider.refund(refundRequest(payment))).state, 'done');
});
