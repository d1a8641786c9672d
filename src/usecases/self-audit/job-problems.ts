/** The self-audit of jobs. Unfinished work of an order must have a job, because only a job continues the work. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { JobName } from '../jobs/job-store.ts';
import { leaseGraceMs, overdueMs, troubleOf } from '../jobs/view-job.ts';
import { checkPaymentJob, isQueried } from '../payments/check-payment-job.ts';
import { closePaymentsJob, isCloseable } from '../payments/close-payments-job.ts';
import { processOrderJob } from '../pictures/process-order-job.ts';
import type { Store } from '../ports/store.ts';
import { refundPaymentJob } from '../refunds/refund-payment-job.ts';
import type { AuditedOrder } from './self-audit-store.ts';

/** Maximum number of reported problems of one kind. A hundred are enough to find their cause. */
const findingsMax = 100;

export function jobProblems({ order, attempts, refunds, jobs }: AuditedOrder): string[] {
  const has = (kind: JobName['kind'], key: string) =>
    jobs.some((job) => job.kind === kind && job.key === key);
  const problems: string[] = [];
  const state = orderState(order);
  const kind = findGoodKind(order.functName);
  const isPicture = kind !== undefined && kind.work !== 'membership';
  if (
    isPicture &&
    (state === 'pay/init' || state === 'pay/ing') &&
    !has(processOrderJob.kind, order.orderNo)
  ) {
    problems.push('no job makes its picture');
  }
  for (const attempt of attempts) {
    if (isQueried(attempt)) {
      if (!has(checkPaymentJob.kind, attempt.paymentNo)) {
        problems.push(`no job queries payment ${attempt.paymentNo}`);
      }
    } else if (
      state !== 'wait_pay/init' &&
      isCloseable(attempt) &&
      !has(closePaymentsJob.kind, order.orderNo)
    ) {
      problems.push(`no job closes payment ${attempt.paymentNo}`);
    }
  }
  for (const { refundNo, state: refundState } of refunds) {
    const isUnderWay = refundState === 'requested' || refundState === 'pending';
    if (isUnderWay && !has(refundPaymentJob.kind, refundNo))
      problems.push(`no job carries out refund ${refundNo}`);
  }
  return problems;
}

/** Finds jobs whose order, payment or refund does not exist. */
export async function strayJobProblems({ read }: Pick<Store, 'read'>): Promise<string[]> {
  const strays = await read.selfAudit.strayJobs(findingsMax);
  return strays.map(({ kind, key }) => `job ${kind} is for ${key}, which does not exist`);
}

/**
 * Lists jobs that should have run already. Such jobs show that no worker is running or that a worker hangs; they do
 * not show that data is wrong.
 * @returns one line for each job.
 */
export async function lateJobs(
  { store, jobs }: Pick<Deps, 'store' | 'jobs'>,
  now: Instant,
): Promise<string[]> {
  const bounds = { leaseBefore: now - leaseGraceMs, dueBefore: now - overdueMs };
  const kinds = jobs.map(({ kind }) => kind);
  const stuck = await store.read.jobs.stuck(kinds, bounds, findingsMax);
  return stuck.map((job) => {
    const lateS = Math.round((now - job.dueAt) / 1000);
    const why =
      troubleOf(job, now) === 'lease_ended' ? `its lease ended ${lateS} s ago` : `due for ${lateS} s`;
    return `job ${job.id} ${job.kind}: ${why}`;
  });
}
