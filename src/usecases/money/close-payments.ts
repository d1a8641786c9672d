/** Closes what is still open at the providers once an order is cancelled, or paid by another attempt. */

import type { Order } from '../../domain/order.ts';
import { nextAttemptState } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { integerOf } from '../ports/jobs.ts';
import type { PaymentStanding } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { findProvider } from './find-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** A provider may refuse to close for some minutes; with back-off this lasts about a day. */
const attemptsMax = 20;

export async function enqueueClosing(
  deps: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  order: Order,
  requestId: string | null,
): Promise<void> {
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

export function closePaymentsHandler(
  deps: Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers'>,
): JobHandler {
  return {
    kind: 'close_payment',
    leaseMs: 60_000,
    async run(job) {
      const attempts = await deps.store.read.attemptsOf(integerOf(job.payload, 'order_id'));
      for (const attempt of attempts) {
        if (nextAttemptState(attempt.state, 'closed') === undefined) continue;
        const provider = findProvider(deps.providers, attempt.provider);
        const standing = asClosed(await provider.close(attempt.paymentNo));
        await deps.store.transaction((tx) =>
          settlePayment(deps, tx, attempt.paymentNo, standing, job.requestId),
        );
      }
      return { kind: 'done' };
    },
  };
}

/** What the provider never heard of, or declined for good, can take no money: it counts as closed. */
function asClosed(standing: PaymentStanding): PaymentStanding {
  switch (standing.state) {
    case 'paid':
    case 'closed':
      return standing;
    case 'unknown':
    case 'declined':
      return { state: 'closed' };
    case 'open':
      throw new Error('the provider did not close the payment');
  }
}
