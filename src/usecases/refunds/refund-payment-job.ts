/**
 * Job `refund_payment`: requests a refund at its provider and queries it until the provider reports it done or
 * failed. Requests the refund again if the provider does not know it. Key: the refund's number.
 */

import { isFailureDoubted, type PaymentAttempt, type Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { findProvider } from '../ports/find-provider.ts';
import type { RefundReport } from '../ports/payment-provider.ts';
import { refundRef } from '../ports/provider-refs.ts';
import type { StoreReads } from '../ports/store.ts';
import { enterProviderGate } from '../provider-gate.ts';
import { applyRefundReport, lockRefund, type RefundVerdict } from './apply-refund-report.ts';
import { refundsOfPayment, startOf } from './refund-start.ts';
import { retryRefunds } from './retry-refunds.ts';

/**
 * Number of consecutive calls that fail, or after which the provider still does not show the refund that it accepts.
 * The refund then counts as failed and an operator must act. With the pauses between the calls, so many calls last
 * about a day.
 */
const attemptsMax = 20;
/** Alipay asks for 10 s between a refund and the first query. */
const firstPauseMs = 10_000;
const pauseMaxMs = 30 * 60_000;
/** The pauses while the provider does not show the refund grow from 10 s to this: together 21 hours. */
const unshownPauseMaxMs = 2 * 60 * 60_000;

/**
 * How long a query may still show the failure of the try before. All tries of a refund have the same number, and a
 * query of WeChat's virtual payment can lag behind the request that WeChat has accepted.
 */
const staleFailureMsMax = 10 * 60_000;

type RefundDeps = Pick<Deps, 'store' | 'clock' | 'settings' | 'providers'>;

export const refundPaymentJob = defineJob({
  kind: 'refund_payment',
  lane: 'payments',
  priority: 'money',
  attemptsMax,
  leaseMs: 60_000,
  payload: noPayload,
  async purposeOf(reads, { key: refundNo }) {
    const refund = await reads.refunds.byNo(refundNo);
    const orderNo = refund === undefined ? undefined : await reads.orders.noById(refund.orderId);
    return { orderNo: orderNo ?? null, isNeeded: refund?.state !== 'done' };
  },
  async run(deps: RefundDeps, { key: refundNo, attempts }) {
    const refund = await deps.store.read.refunds.byNo(refundNo);
    if (refund === undefined) throw new Error(`no refund ${refundNo}`);
    if (refund.state === 'done' || refund.state === 'failed') {
      return { kind: 'done', commit: (act) => requireFinished(act, refund) };
    }
    const startAt = await startAtProvider(deps, refund);
    if (deps.clock.now() < startAt) return { kind: 'wait', until: startAt };
    const gate = enterProviderGate(findProvider(deps.providers, refund.provider), deps.clock.now());
    if (gate.kind === 'wait') return gate;
    const contradictions = await countContradictions(deps.store.read, refundNo);
    const { report, isShown } = await callProvider(deps, refund).finally(gate.leave);
    const commit = async (act: Act) => {
      await requireCurrent(act, refundNo, contradictions);
      return applyRefundReport(act, refundNo, report);
    };
    if (report.state !== 'pending') return { kind: 'done', commit };
    const now = deps.clock.now();
    if (!isShown) {
      // Counted, because a provider that accepts every request but never shows the refund may never carry it out.
      const error = 'The provider accepted the refund, but does not show it when it is queried.';
      const unshownPauseMs = Math.min(unshownPauseMaxMs, firstPauseMs * 2 ** (attempts - 1));
      return { kind: 'again', runAt: now + unshownPauseMs, counted: true, error, commit };
    }
    const pauseMs = Math.min(pauseMaxMs, Math.max(firstPauseMs, (now - refund.requestedAt) / 3));
    return { kind: 'again', runAt: now + pauseMs, counted: false, commit };
  },
  /**
   * Marks the refund failed, so that an operator sees that the provider did not respond, or never showed the refund.
   * The provider may still return the money. If it reports this later, the refund is done.
   */
  async exhausted(act, { key: refundNo }, error) {
    await applyRefundReport(act, refundNo, {
      state: 'failed',
      code: 'provider_unreachable',
      reason: error,
      providerRefundId: null,
    });
  },
  /**
   * Changes a failed refund to `requested` and adds a new job for it. It is not enough to run the dead job again,
   * because the job does nothing for a refund in the state `failed`.
   * If the settlement of the refund waits for a second operator, nothing is requested, and the dead job ends.
   */
  async retryDead(act, { key: refundNo }): Promise<void> {
    const refund = await act.tx.refunds.byNo(refundNo);
    if (refund?.state !== 'failed') return;
    const order = await act.tx.orders.lockById(refund.orderId);
    if (order === undefined) throw new Error(`refund ${refundNo} has no order`);
    const retried = await retryRefunds(act, order, [refund]);
    if (retried.length > 0) await enqueueRetry(act, refundNo);
  },
});

/** Adds the job of a refund that `retryRefunds` has retried. */
export function enqueueRetry(act: Act, refundNo: string): Promise<void> {
  return refundPaymentJob.enqueue(act, refundNo, {});
}

/** @returns the time before which the refund must not be requested; a past time if there is none. */
async function startAtProvider({ store, providers }: RefundDeps, refund: Refund): Promise<number> {
  const { refundPauseMs } = findProvider(providers, refund.provider);
  if (refundPauseMs === undefined || refund.state !== 'requested') return refund.requestedAt;
  const attempt = await store.read.payments.byId(refund.attemptId);
  if (attempt === undefined) throw new Error(`refund ${refund.refundNo} has no payment`);
  return startOf(refund, await refundsOfPayment(store.read, attempt), refundPauseMs);
}

interface CalledProvider {
  readonly report: RefundReport;
  /** False: the provider had accepted the refund before, did not know it now, and was requested again. */
  readonly isShown: boolean;
}

async function callProvider(deps: RefundDeps, refund: Refund): Promise<CalledProvider> {
  const attempt = await deps.store.read.payments.byId(refund.attemptId);
  if (attempt === undefined) throw new Error(`refund ${refund.refundNo} has no payment`);
  const provider = findProvider(deps.providers, refund.provider);
  const reference = refundRef(refund, attempt);
  if (refund.state === 'pending') {
    const report = await provider.queryRefund(reference);
    // A provider that does not know the refund has not carried it out, or does not show it yet. The request with the
    // same number is safe in both cases, because it returns the money at most once.
    const { retriedAt } = refund;
    const isStale = retriedAt !== null && deps.clock.now() < retriedAt + staleFailureMsMax;
    if (report.state === 'failed' && isStale) {
      const { providerRefundId } = report;
      return { report: { state: 'pending', providerRefundId }, isShown: true };
    }
    if (report.state !== 'unknown') return { report, isShown: true };
    // The failed refund was not requested again: the shop may have returned its money in another way.
    if (isFailureDoubted(refund))
      return { report: { state: 'pending', providerRefundId: null }, isShown: false };
  }
  const report = await provider.refund({
    ...reference,
    totalMinor: await receivedMinor(deps.store.read, attempt),
    earlierMinor: earlierMinor(await deps.store.read.refunds.ofOrder(refund.orderId), refund),
    notifyUrl: `${deps.settings.publicUrl}/index.php/v1/pay_notify/${provider.name}`,
  });
  return { report, isShown: refund.state !== 'pending' };
}

/** What the provider has received, in a joint payment for all its orders. */
async function receivedMinor({ payments }: StoreReads, attempt: PaymentAttempt): Promise<number> {
  const shares = attempt.jointNo === null ? [attempt] : await payments.byNumberAtProvider(attempt.jointNo);
  return shares.reduce((sum, share) => sum + (share.receivedMinor ?? 0), 0);
}

/** Failed and settled refunds count too, so that the sum never changes. */
function earlierMinor(refunds: readonly Refund[], { id, attemptId }: Refund): number {
  return refunds
    .filter((other) => other.attemptId === attemptId && other.id < id)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Counts the notifications about the refund that a query must confirm. */
async function countContradictions(
  { refunds }: Pick<StoreReads, 'refunds'>,
  refundNo: string,
): Promise<number> {
  const verdicts: readonly string[] = ['queried', 'doubted'] satisfies RefundVerdict[];
  return (await refunds.notifications(refundNo)).filter(({ verdict }) => verdicts.includes(verdict)).length;
}

/**
 * A notification that arrives while the provider answers this job adds no other job, and the answer can be older than
 * what the notification reports.
 * @throws Error when such a notification has arrived, so that this job runs again.
 */
async function requireCurrent(act: Act, refundNo: string, contradictions: number): Promise<void> {
  await lockRefund(act, refundNo);
  if ((await countContradictions(act.tx, refundNo)) <= contradictions) return;
  throw new Error(`refund ${refundNo} must be queried again`);
}

/**
 * While this job is unfinished, neither a retry of the refund nor a doubt about it adds another job. If one of them
 * came after this job had read the refund, this job must therefore run again instead of ending.
 * @throws Error when the refund is unfinished, so that this job runs again.
 */
async function requireFinished({ tx }: Act, { orderId, refundNo }: Refund): Promise<void> {
  await tx.orders.lockById(orderId);
  const refund = await tx.refunds.byNo(refundNo);
  if (refund?.state === 'done' || refund?.state === 'failed') return;
  throw new Error(`refund ${refundNo} must be queried again`);
}
