/** An operator tries an order's failed refunds, given-up jobs and unpaid-for failed work again. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { type ConsoleCaller, noteAct, requirePermission } from '../callers/console-caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import { viewJob } from '../jobs/view-job.ts';
import { startWork } from '../payments/start-work.ts';
import type { JobRecord } from '../ports/console-store.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { retryRefunds } from '../refunds/refund-order.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { jobNamesOf } from './jobs-of-order.ts';
import { canRework, failedRefunds, isDeadAndNeeded } from './order-actions.ts';

type RetryDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>;

/** @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (nothing to try again). */
export async function retryOrder(deps: RetryDeps, caller: ConsoleCaller, orderNo: string): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderNo);
    if (order === undefined) throw unknownOrder();
    const dead = await deadJobsOf(deps, tx, order);
    const refunds = await retryFailedRefunds(deps, tx, caller, order);
    const isReworked = canRework(order);
    if (isReworked) await rework(deps, tx, caller, order);
    // After the refunds: a dead job whose work has a new one by now is removed by this.
    for (const job of dead) await tx.reviveJob(job.id, deps.clock.now());
    if (!isReworked && refunds === 0 && dead.length === 0) {
      throw new AppError('illegal_transition', 'The order has nothing to retry.', {
        reason: 'nothing_to_retry',
      });
    }
    await noteAct(deps, tx, caller, {
      action: refunds > 0 ? 'refund_retried' : 'order_retried',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: { status: order.money.status, deal_status: order.deal.status },
      after: { refunds, jobs: dead.length, work_again: isReworked },
    });
  });
}

async function deadJobsOf(deps: RetryDeps, tx: StoreTransaction, order: Order): Promise<JobRecord[]> {
  const names = jobNamesOf(
    order,
    await tx.attemptsOf(order.id),
    await tx.refundsOf(order.id),
    await tx.outsideEventsOf(order.id),
  );
  const dead: JobRecord[] = [];
  for (const name of names) {
    for (const job of await tx.jobsNamed(name)) {
      if (isDeadAndNeeded(await viewJob(tx, job, deps.clock.now()))) dead.push(job);
    }
  }
  return dead;
}

/** @returns how many there were. */
async function retryFailedRefunds(
  deps: RetryDeps,
  tx: StoreTransaction,
  { operator: { name, role }, requestId }: ConsoleCaller,
  order: Order,
): Promise<number> {
  const failed = failedRefunds(await tx.refundsOf(order.id));
  if (failed.length > 0) {
    await retryRefunds(deps, tx, { kind: 'operator', name, role }, order, failed, requestId);
  }
  return failed.length;
}

async function rework(
  deps: RetryDeps,
  tx: StoreTransaction,
  { operator, requestId }: ConsoleCaller,
  order: Order,
): Promise<void> {
  const event = { type: 'work_retried', at: deps.clock.now() } as const;
  const actor = { kind: 'operator', name: operator.name } as const;
  await startWork(deps, tx, await advanceOrder(deps, tx, order, event, actor, requestId), requestId);
}
