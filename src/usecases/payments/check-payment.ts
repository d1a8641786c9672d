/**
 * Asks the provider how an attempt stands, with growing pauses, until it is settled: a notify may be lost,
 * late or never sent, and the customer's money must be found all the same.
 */

import { nextAttemptState, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { textOf } from '../ports/jobs.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { settlePayment } from './settle-payment.ts';

const firstLookMs = 10_000;
const pauseMaxMs = 5 * 60_000;
const attemptsMax = 1000;

/** A third of the attempt's age: 10 s, 13 s, 18 s, … and never more than 5 minutes apart. */
export function nextLook(createdAt: Instant, now: Instant): Instant {
  return now + Math.min(pauseMaxMs, Math.max(firstLookMs, (now - createdAt) / 3));
}

export async function enqueueCheck(
  deps: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  attempt: PaymentAttempt,
  requestId: string | null,
): Promise<void> {
  await tx.enqueue({
    kind: 'check_payment',
    key: attempt.paymentNo,
    payload: { payment_no: attempt.paymentNo },
    priority: 0,
    runAt: deps.clock.now() + firstLookMs,
    attemptsMax,
    requestId,
  });
  tx.announce({ kind: 'jobs_ready' });
}

export function checkPaymentHandler(
  deps: Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers'>,
): JobHandler {
  return {
    kind: 'check_payment',
    leaseMs: 60_000,
    async run(job) {
      const paymentNo = textOf(job.payload, 'payment_no');
      const attempt = await deps.store.read.attemptByPaymentNo(paymentNo);
      // Money still moves a declined or closed attempt, but nobody is asked about those again and again:
      // the closing itself asked last.
      if (attempt === undefined || nextAttemptState(attempt.state, 'declined') === undefined) {
        return { kind: 'done' };
      }
      const standing = await findProvider(deps.providers, attempt.provider).query(paymentNo);
      const now = deps.clock.now();
      if (standing.state === 'open' || standing.state === 'unknown') {
        return { kind: 'again', runAt: nextLook(attempt.createdAt, now), counted: false };
      }
      return {
        kind: 'done',
        commit: async (tx) => {
          await settlePayment(deps, tx, paymentNo, standing, job.requestId);
        },
      };
    },
  };
}
