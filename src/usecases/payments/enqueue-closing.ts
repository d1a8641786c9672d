/** The job that closes what is still open at the providers (`close-payments.ts`), committed with its cause. */

import type { Order } from '../../domain/order.ts';
import { nextAttemptState, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';

/** A provider may refuse to close for some minutes; with back-off this lasts about a day. */
const attemptsMax = 20;

/**
 * Nothing is written where no attempt of the order could still take money. A declined one could: its customer
 * may try again on the provider's page.
 */
export async function enqueueClosing(
  deps: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  order: Order,
  requestId: string | null,
): Promise<void> {
  if (!(await tx.attemptsOf(order.id)).some(isCloseable)) return;
  await tx.enqueue({
    kind: 'close_payment',
    key: order.orderNo,
    payload: { order_id: order.id },
    priority: 5,
    runAt: deps.clock.now(),
    attemptsMax,
    requestId,
  });
  tx.announce({ kind: 'jobs_ready' });
}

export function isCloseable(attempt: PaymentAttempt): boolean {
  return nextAttemptState(attempt.state, 'closed') !== undefined;
}
