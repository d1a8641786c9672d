/** Carries a refund out at its provider and asks until the money is back or refused. */

import type { Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { textOf } from '../ports/jobs.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { settleRefund } from './settle-refund.ts';

const firstPauseMs = 5_000;
const pauseMaxMs = 30 * 60_000;

export function refundPaymentHandler(
  deps: Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers'>,
): JobHandler {
  return {
    kind: 'refund_payment',
    leaseMs: 60_000,
    async run(job) {
      const refundNo = textOf(job.payload, 'refund_no');
      const refund = await deps.store.read.refundByNo(refundNo);
      if (refund === undefined) throw new Error(`no refund ${refundNo}`);
      if (refund.state === 'done' || refund.state === 'failed') {
        return { kind: 'done', commit: (tx) => requireFinished(tx, refund) };
      }
      const attempt = await deps.store.read.attemptById(refund.attemptId);
      if (attempt === undefined) throw new Error(`refund ${refundNo} has no payment`);
      const provider = findProvider(deps.providers, refund.provider);
      const standing =
        refund.state === 'pending'
          ? await provider.queryRefund(refundNo)
          : await provider.refund({
              refundNo,
              paymentNo: attempt.paymentNo,
              providerRef: attempt.providerRef,
              amountMinor: refund.amountMinor,
              totalMinor: attempt.receivedMinor ?? attempt.amountMinor,
              currency: refund.currency,
              reason: refund.reason,
              notifyUrl: `${deps.settings.publicUrl}/index.php/v1/pay_notify/${provider.name}`,
            });
      const settle = async (tx: Parameters<typeof settleRefund>[1]) => {
        await settleRefund(deps, tx, refundNo, standing, job.requestId);
      };
      if (standing.state !== 'pending') return { kind: 'done', commit: settle };
      const now = deps.clock.now();
      const pauseMs = Math.min(pauseMaxMs, Math.max(firstPauseMs, (now - refund.requestedAt) / 3));
      return { kind: 'again', runAt: now + pauseMs, counted: false, commit: settle };
    },
    /** No answer after every attempt: told as failed, so that somebody looks; a retry uses the same number. */
    async exhausted(tx, job, error) {
      const refundNo = textOf(job.payload, 'refund_no');
      const standing = { state: 'failed', reason: error, providerRefundId: null } as const;
      await settleRefund(deps, tx, refundNo, standing, job.requestId);
    },
  };
}

/**
 * A refund that is asked for again finds this job, and so enqueues none: it must not end then.
 * @throws Error when that happened, which brings the job back.
 */
async function requireFinished(tx: StoreTransaction, { orderId, refundNo }: Refund): Promise<void> {
  await tx.lockOrderById(orderId);
  const refund = await tx.refundByNo(refundNo);
  if (refund?.state === 'done' || refund?.state === 'failed') return;
  throw new Error(`refund ${refundNo} was asked for again`);
}
