/**
 * Job `check_payment`: queries an open attempt at its provider, at growing intervals, until it is settled. The money
 * is therefore found even if the payment notification is lost or late. Key: the attempt's number. Each attempt of a
 * joint payment has a job, and the job of the first attempt queries the provider for all.
 */

import { nextAttemptState, numberAtProvider, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { orderOfAttempt } from '../order-of-attempt.ts';
import { findProvider } from '../ports/find-provider.ts';
import { openPaymentRef } from '../ports/provider-refs.ts';
import { enterProviderGate } from '../provider-gate.ts';
import { applyPaymentReport } from './apply-payment-report.ts';

export const firstCheckMs = 10_000;
const intervalMsMax = 5 * 60_000;

/**
 * Computes the time of the next query. The pause before it is a third of the attempt's age: 10 s, 13 s, 18 s,
 * … at most 5 minutes.
 */
export function nextCheckAt(createdAt: Instant, now: Instant): Instant {
  return now + Math.min(intervalMsMax, Math.max(firstCheckMs, (now - createdAt) / 3));
}

export const checkPaymentJob = defineJob({
  kind: 'check_payment',
  lane: 'payments',
  priority: 'normal',
  attemptsMax: 1000,
  leaseMs: 60_000,
  payload: noPayload,
  async purposeOf(reads, { key: paymentNo }) {
    const attempt = await reads.payments.byNo(paymentNo);
    if (attempt === undefined) return { orderNo: null, isNeeded: false };
    // The job is needed while the payment is open, because the provider may have received money and the payment
    // notification may be lost.
    const isNeeded = isQueried(attempt);
    return { orderNo: (await reads.orders.noById(attempt.orderId)) ?? null, isNeeded };
  },
  async run(deps: Pick<Deps, 'store' | 'clock' | 'providers'>, { key: paymentNo }) {
    const attempt = await deps.store.read.payments.byNo(paymentNo);
    if (attempt === undefined || !isQueried(attempt)) return { kind: 'done' };
    const again = (now: Instant) =>
      ({ kind: 'again', runAt: nextCheckAt(attempt.createdAt, now), counted: false }) as const;
    const number = numberAtProvider(attempt);
    if (attempt.jointNo !== null) {
      const joint = await deps.store.read.payments.byNumberAtProvider(number);
      if (joint.find(isQueried)?.id !== attempt.id) return again(deps.clock.now());
    }
    const order = await orderOfAttempt(deps.store.read, attempt);
    const provider = findProvider(deps.providers, attempt.provider);
    const gate = enterProviderGate(provider, deps.clock.now());
    if (gate.kind === 'wait') return gate;
    const report = await provider.query(openPaymentRef(attempt, order)).finally(gate.leave);
    if (report.state === 'open' || report.state === 'unknown') return again(deps.clock.now());
    return { kind: 'done', commit: (act) => applyPaymentReport(act, number, report) };
  },
});

/**
 * Whether the attempt is queried at intervals. A declined or closed attempt can still receive money, but is queried only
 * when its order expires, and when it is closed.
 */
export function isQueried({ state }: Pick<PaymentAttempt, 'state'>): boolean {
  return nextAttemptState(state, 'declined') !== undefined;
}
