/**
 * When a refund may be requested at a provider that wants a pause between the refunds of one payment. Several refunds
 * of one payment are usual: the orders of a joint payment are refunded one by one, and unused months of a membership
 * too. Without the pause, the provider would refuse all but the first.
 */

import { numberAtProvider, type PaymentAttempt, type Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { StoreReads } from '../ports/store.ts';

type DatedRefund = Pick<Refund, 'id' | 'requestedAt'>;

/**
 * The refunds of a payment start in the sequence of their ids, each at least the pause after the one before.
 *
 * @param ofPayment all refunds of the payment, `refund` included.
 * @returns the time from which the refund may be requested.
 */
export function startOf(refund: DatedRefund, ofPayment: readonly DatedRefund[], pauseMs: number): Instant {
  return ofPayment
    .filter(({ id }) => id <= refund.id)
    .sort((a, b) => a.id - b.id)
    .reduce((former, { requestedAt }) => Math.max(requestedAt, former + pauseMs), Number.NEGATIVE_INFINITY);
}

/** The refunds of a payment at the provider: of its order, or of all orders of a joint payment. */
export async function refundsOfPayment(
  { payments, refunds }: Pick<StoreReads, 'payments' | 'refunds'>,
  attempt: PaymentAttempt,
): Promise<readonly Refund[]> {
  const attempts = await payments.byNumberAtProvider(numberAtProvider(attempt));
  const found: Refund[] = [];
  for (const { id, orderId } of attempts) {
    found.push(...(await refunds.ofOrder(orderId)).filter(({ attemptId }) => attemptId === id));
  }
  return found;
}
