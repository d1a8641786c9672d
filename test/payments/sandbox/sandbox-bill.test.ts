/** Tests of the sandbox's bill of one day. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../../src/domain/civil-day.ts';
import { sandboxBillZone } from '../../../src/payments/sandbox/sandbox-bill.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { openSandboxFixture } from './sandbox-fixture.ts';

const dayMs = 24 * 60 * 60_000;

test('a day’s bill lists the payments and finished refunds of that day once the day is over', async (t) => {
  const bench = await openSandboxFixture(t);
  const day = dayOf(bench.clock.now(), sandboxBillZone);
  const paid = await paidPayment(bench);
  await openPayment(bench);
  const refund = refundRequest(paid, { amountMinor: 100 });
  await bench.provider.refund(refund);
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'not_ready' });
  bench.clock.advance(dayMs);
  await paidPayment(bench);
  const bill = await bench.provider.fetchBill(day);
  assert.ok(bill.state === 'ready');
  assert.deepEqual(
    bill.rows.map(({ kind, paymentNo, refundNo, amountMinor }) => [kind, paymentNo, refundNo, amountMinor]),
    [
      ['payment', paid.paymentNo, null, 690],
      ['refund', paid.paymentNo, refund.refundNo, 100],
    ],
  );
});
