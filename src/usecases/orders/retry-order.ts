/** An operator retries what failed for an order: refunds, dead jobs, and the work of a free order. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { actorOf, unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { JobRecord } from '../jobs/job-store.ts';
import { viewJob } from '../jobs/view-job.ts';
import { startWork } from '../payments/start-work.ts';
import { failedRefunds, retryWithJobs } from '../refunds/refund-order.ts';
import { approvalPending } from '../refunds/request-approval.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { canRework, isDeadAndNeeded } from './order-actions.ts';
import { orderJobNames } from './order-job-names.ts';

type RetryDeps = ActDeps & Pick<Deps, 'jobs'>;

/**
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (nothing to retry, or the settlement of the only
 * failed refund waits for a second operator).
 */
export async function retryOrder(deps: RetryDeps, caller: OperatorCaller, orderNo: string): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  await perform(deps, { actor: system, requestId: caller.requestId }, async (base) => {
    const { tx, clock } = base;
    const order = await tx.orders.lock(orderNo);
    if (order === undefined) throw unknownOrder();
    const act = causedBy(base, actorOf(caller, order));
    const dead = await deadJobsOf(deps.jobs, act, order);
    const failed = failedRefunds(await tx.refunds.ofOrder(order.id));
    const retried = await retryWithJobs(act, order, failed);
    const isReworked = canRework(order);
    if (isReworked) await rework(act, order);
    // Retry the dead jobs after the refunds: the retry of a refund above may have queued a new job. `retryDead` then
    // removes the dead job with the same key instead of retrying it, so that the work is not queued twice.
    for (const job of dead) await tx.jobs.retryDead(job.id, clock.now());
    const hasRetried = isReworked || retried.length > 0 || dead.length > 0;
    if (!hasRetried && failed.length > 0) throw approvalPending();
    if (!hasRetried) {
      throw new AppError('illegal_transition', 'The order has nothing to retry.', {
        reason: 'nothing_to_retry',
      });
    }
    await recordAudit(act, caller, {
      action: retried.length > 0 ? 'refund_retried' : 'order_retried',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: { status: order.money.status, deal_status: order.deal.status },
      after: { refunds: retried.length, jobs: dead.length, work_again: isReworked },
    });
  });
}

async function deadJobsOf(jobs: Deps['jobs'], { tx, clock }: Act, order: Order): Promise<JobRecord[]> {
  const names = orderJobNames(
    order,
    await tx.payments.ofOrder(order.id),
    await tx.refunds.ofOrder(order.id),
    await tx.webhooks.deliveriesOfOrder(order.id),
  );
  const dead: JobRecord[] = [];
  for (const name of names) {
    for (const job of await tx.jobs.named(name)) {
      if (isDeadAndNeeded(await viewJob(jobs, tx, job, clock.now()))) dead.push(job);
    }
  }
  return dead;
}

async function rework(act: Act, order: Order): Promise<void> {
  const event = { type: 'work_retried', at: act.clock.now() } as const;
  await startWork(act, await advanceOrder(act, order, event));
}
