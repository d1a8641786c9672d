/** Closes what is still open at the providers once an order is cancelled, or paid by another attempt. */

import { mayStillOpen, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { integerOf } from '../ports/jobs.ts';
import type { PaymentStanding } from '../ports/payment-provider.ts';
import { isCloseable } from './enqueue-closing.ts';
import { settlePayment } from './settle-payment.ts';

const lookAgainMs = 10_000;

type CloseDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers'>;

export function closePaymentsHandler(deps: CloseDeps): JobHandler {
  return {
    kind: 'close_payment',
    leaseMs: 60_000,
    async run(job) {
      const attempts = await deps.store.read.attemptsOf(integerOf(job.payload, 'order_id'));
      const failures: unknown[] = [];
      let early = false;
      for (const attempt of attempts.filter(isCloseable)) {
        try {
          if (!(await close(deps, attempt, job.requestId))) early = true;
        } catch (error) {
          // One provider that does not answer must not keep the others' payments open.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      if (early) return { kind: 'again', runAt: deps.clock.now() + lookAgainMs, counted: false };
      return { kind: 'done' };
    },
  };
}

/** @returns false when it is too early: the call that opens it may not have reached the provider yet. */
async function close(deps: CloseDeps, attempt: PaymentAttempt, requestId: string | null): Promise<boolean> {
  const provider = findProvider(deps.providers, attempt.provider);
  const standing = await provider.close(attempt.paymentNo);
  if (standing.state === 'unknown' && mayStillOpen(attempt, deps.clock.now())) return false;
  const closed = asClosed(standing);
  await deps.store.transaction((tx) => settlePayment(deps, tx, attempt.paymentNo, closed, requestId));
  return true;
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
