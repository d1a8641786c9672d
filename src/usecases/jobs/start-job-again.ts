/** Starting one job again: looked at anew under its order's lock, so that what was judged still holds. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { ConsoleCaller } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { JobRecord } from '../ports/console-store.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { retryRefunds } from '../refunds/refund-order.ts';
import { type JobView, viewJob } from './view-job.ts';

export type StartAgainDeps = Pick<ConsoleDeps, 'clock' | 'random' | 'settings'>;

/** What is judged stays so until the transaction ends, where it is an order's. */
export async function lockedJobView(
  { clock }: Pick<ConsoleDeps, 'clock'>,
  tx: StoreTransaction,
  id: number,
): Promise<JobView | undefined> {
  const first = await viewById(tx, clock.now(), id);
  if (first === undefined || first.orderNo === null) return first;
  await tx.lockOrder(first.orderNo);
  return viewById(tx, clock.now(), id);
}

async function viewById(tx: StoreTransaction, now: Instant, id: number): Promise<JobView | undefined> {
  const job = await tx.jobById(id);
  return job === undefined ? undefined : viewJob(tx, job, now);
}

/** @returns false when another did so first. */
export async function startAgain(
  deps: StartAgainDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  job: JobRecord,
): Promise<boolean> {
  const now = deps.clock.now();
  if (job.state !== 'dead') return tx.hastenJob(job.id, now);
  if (job.kind === 'refund_payment') await retryFailedRefund(deps, tx, caller, job);
  return tx.reviveJob(job.id, now);
}

/** The job of a refund that is told as failed would do nothing: the refund itself is asked for again. */
async function retryFailedRefund(
  deps: StartAgainDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  { key }: JobRecord,
): Promise<void> {
  const refund = key === null ? undefined : await tx.refundByNo(key);
  if (refund?.state !== 'failed') return;
  const order = await tx.lockOrderById(refund.orderId);
  if (order === undefined) throw new Error(`refund ${refund.refundNo} has no order`);
  const { name, role } = caller.operator;
  // Enqueues a job of its own; `reviveJob` then removes the dead one.
  await retryRefunds(deps, tx, { kind: 'operator', name, role }, order, [refund], caller.requestId);
}
