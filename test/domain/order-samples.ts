/** Orders and random events for the property tests of the domain. */

import fc from 'fast-check';
import type { NewOrder } from '../../src/domain/order.ts';
import type { OrderEvent } from '../../src/domain/order-events.ts';

export function newOrder(change: Partial<NewOrder> = {}): NewOrder {
  return {
    orderNo: '0AKQZ7X3M5T8N2V4C6B1D9F0GHJK',
    userId: 3,
    ownedBy: 'guest',
    goodsId: 1,
    functName: 'mark_order_zhaopianshangse',
    details: { path: 'uploads/a.jpg' },
    priceMinor: 990,
    currency: 'CNY',
    fromUserId: null,
    createdAt: 0,
    expiresAt: 1_800_000,
    ...change,
  };
}

/** Generates a random event of any type except `created`. */
export function anyEvent(): fc.Arbitrary<OrderEvent> {
  const at = fc.nat(1_000_000);
  const refundNo = fc.constantFrom('R1', 'R2');
  return fc.oneof(
    fc.record({ type: fc.constant('paid' as const), at, attemptId: fc.option(fc.nat(9)) }),
    fc.record({
      type: fc.constant('cancelled' as const),
      at,
      by: fc.constantFrom('customer' as const, 'operator' as const, 'expiry' as const),
    }),
    fc.record({ type: fc.constant('work_started' as const), at }),
    fc.record({ type: fc.constant('work_returned' as const), at, error: fc.string() }),
    fc.record({
      type: fc.constant('work_done' as const),
      at,
      resultFile: fc.option(fc.string()),
      resultUntil: fc.option(at),
    }),
    fc.record({
      type: fc.constant('work_failed' as const),
      at,
      reason: fc.string(),
      error: fc.option(fc.string()),
    }),
    fc.record({ type: fc.constant('work_retried' as const), at }),
    fc.record({ type: fc.constant('refund_requested' as const), at, refundNo, reason: fc.string() }),
    fc.record({
      type: fc.constant('months_refunded' as const),
      at,
      refundNo,
      months: fc.integer({ min: 1, max: 35 }),
      reason: fc.string(),
    }),
    fc.record({ type: fc.constant('refund_failed' as const), at, refundNo, error: fc.string() }),
    fc.record({ type: fc.constant('refund_retried' as const), at, refundNo }),
    fc.record({ type: fc.constant('refund_done' as const), at, refundNo }),
    fc.record({ type: fc.constant('refund_confirmed' as const), at, refundNo }),
    fc.record({ type: fc.constant('refund_settled' as const), at, refundNo, reason: fc.string() }),
    fc.record({ type: fc.constant('refund_doubted' as const), at, refundNo, error: fc.string() }),
    fc.record({
      type: fc.constant('result_replaced' as const),
      at,
      resultFile: fc.constant('results/b.jpg'),
      resultUntil: at,
      details: fc.constant({ path: 'p', color: 'white' }),
    }),
    fc.record({ type: fc.constant('result_purged' as const), at }),
  );
}
