/** The self-audit of jobs: what is owed to a customer must have one, since nobody else sees to it. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import { orderState } from '../../domain/order-state.ts';
import { nextAttemptState, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobName } from '../jobs/job-store.ts';
import { leaseGraceMs, overdueMs, troubleOf } from '../jobs/view-job.ts';
import { isCloseable } from '../payments/close-payments-job.ts';
import type { Store } from '../ports/store.ts';
import type { AuditedOrder } from './self-audit-store.ts';

/** Of each kind of finding: more would say no more. */
const toldMax = 100;

export function jobProblems({ order, attempts, refunds, jobs }: AuditedOrder): string[] {
  const has = (kind: JobName['kind'], key: string) =>
    jobs.some((job) => job.kind === kind && job.key === key);
  const problems: string[] = [];
  const state = orderState(order);
  const isPicture = findGoodKind(order.functName)?.work === 'picture';
  if (isPicture && (state === 'pay/init' || state === 'pay/ing') && !has('process_order', order.orderNo)) {
    problems.push('nobody makes its picture');
  }
  for (const attempt of attempts) {
    if (isAskedAbout(attempt)) {
      if (!has('check_payment', attempt.paymentNo)) {
        problems.push(`nobody asks about payment ${attempt.paymentNo}`);
      }
    } else if (state !== 'wait_pay/init' && isCloseable(attempt) && !has('close_payment', order.orderNo)) {
      problems.push(`nobody closes payment ${attempt.paymentNo}`);
    }
  }
  for (const { refundNo, state: refundState } of refunds) {
    const isUnderWay = refundState === 'requested' || refundState === 'pending';
    if (isUnderWay && !has('refund_payment', refundNo))
      problems.push(`nobody carries out refund ${refundNo}`);
  }
  return problems;
}

/** A declined one is asked about when its order expires, or closed with it (`check-payment-job.ts`). */
function isAskedAbout({ state }: PaymentAttempt): boolean {
  return nextAttemptState(state, 'declined') !== undefined;
}

export async function jobsForNothing({ read }: Pick<Store, 'read'>): Promise<string[]> {
  const strays = await read.selfAudit.strayJobs(toldMax);
  return strays.map(({ kind, key }) => `job ${kind} is for ${key}, which does not exist`);
}

/**
 * No fault of the books, as a service that stands still has such jobs too: the worker is missing, or hangs.
 * @returns a line for each.
 */
export async function lateJobs({ read }: Pick<Store, 'read'>, now: Instant): Promise<string[]> {
  const bounds = { leaseBefore: now - leaseGraceMs, dueBefore: now - overdueMs };
  const stuck = await read.jobs.stuck(null, bounds, toldMax);
  return stuck.map((job) => {
    const lateS = Math.round((now - job.dueAt) / 1000);
    const why =
      troubleOf(job, now) === 'lease_ended' ? `its lease ended ${lateS} s ago` : `due for ${lateS} s`;
    return `job ${job.id} ${job.kind}: ${why}`;
  });
}
