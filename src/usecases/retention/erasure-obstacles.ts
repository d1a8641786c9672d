/**
 * Decides why an order cannot be erased yet: for example, its work, its payment or a refund is not finished and still
 * needs the customer's data.
 */

import { AppError } from '../../domain/errors.ts';
import { changesMembershipEnd, isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import { readyMessageJob } from '../delivery/ready-message-job.ts';
import type { Deps } from '../deps.ts';
import { sendEmailJob } from '../emails/send-email-job.ts';
import type { AnyJob } from '../jobs/define-job.ts';
import type { JobName } from '../jobs/job-store.ts';
import { jobOfKind } from '../jobs/view-job.ts';
import { orderJobNames } from '../orders/order-job-names.ts';
import type { StoreReads } from '../ports/store.ts';
import { deliverWebhookJob } from '../webhooks/deliver-webhook-job.ts';

export const erasureObstacles = [
  'unpaid',
  'in_work',
  'payment_open',
  'refund_open',
  'approval_pending',
  'dispute_open',
  'problem_open',
  'difference_open',
  'job_waiting',
  'membership_active',
] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

export interface ObstacleOfOrder {
  readonly orderId: number;
  readonly obstacle: ErasureObstacle;
}

/** The end of a sentence that begins with "Order 17 cannot be erased yet:". */
const sentences: Readonly<Record<ErasureObstacle, string>> = {
  unpaid: 'it waits for payment. Cancel it first.',
  in_work: 'its picture is being made. Wait until it is done, or refund the order first.',
  payment_open: 'a payment is being closed at the payment provider. Try again in a few minutes.',
  refund_open: 'a refund has not reached the customer. Wait until it is done.',
  approval_pending: 'a refund waits for a second operator. Confirm or reject it first.',
  dispute_open: 'a dispute is open. Wait until it is decided.',
  problem_open: 'the shop has not answered a reported problem. Answer it first.',
  difference_open: 'it differs from the payment provider’s bill. Resolve the difference first.',
  job_waiting: 'a job of it has not finished. Try again in a few minutes.',
  membership_active:
    'the membership that it bought has not ended. Erase the customer, or refund the order first.',
};

export function erasureMustWait([first, ...others]: readonly ObstacleOfOrder[]): AppError {
  if (first === undefined) throw new Error('nothing prevents the erasure');
  const more = others.length === 0 ? '' : ` ${others.length} more orders must wait too.`;
  const sentence = `Order ${first.orderId} cannot be erased yet: ${sentences[first.obstacle]}${more}`;
  return new AppError('illegal_transition', sentence, { reason: 'erasure_must_wait' });
}

/**
 * The kinds of jobs that only send messages about the order. Such a job does not prevent the erasure, which removes
 * it.
 */
const droppedKinds: readonly string[] = [deliverWebhookJob.kind, readyMessageJob.kind, sendEmailJob.kind];

/** @returns the first reason why the order cannot be erased yet; null: the order can be erased. */
export async function obstacleOf(
  reads: StoreReads,
  jobs: readonly AnyJob[],
  order: Order,
): Promise<ErasureObstacle | null> {
  const { status } = order.money;
  if (status === 'wait_pay') return 'unpaid';
  if (status === 'pay' && (order.deal.status === 'init' || order.deal.status === 'ing')) return 'in_work';
  const attempts = await reads.payments.ofOrder(order.id);
  if (attempts.some(({ state }) => state === 'opening' || state === 'open')) return 'payment_open';
  const refunds = await reads.refunds.ofOrder(order.id);
  if (status === 'wait_refund' || refunds.some(({ state }) => state !== 'done')) return 'refund_open';
  if ((await reads.refunds.pendingApproval(order.id)) !== undefined) return 'approval_pending';
  const disputes = await reads.disputes.ofOrder(order.id);
  if (disputes.some(({ state }) => state === 'open')) return 'dispute_open';
  const problems = await reads.problems.ofOrder(order.id);
  if (problems.some(({ state }) => state !== 'answered')) return 'problem_open';
  const differences = await reads.reconciliation.ofOrder(order.id);
  if (differences.some(({ resolution }) => resolution === null)) return 'difference_open';
  for (const name of await jobNamesOf(reads, order)) {
    if (await isWaiting(reads, jobs, name)) return 'job_waiting';
  }
  return null;
}

/** The names of all jobs that the order can have. */
export async function jobNamesOf(reads: StoreReads, order: Order): Promise<JobName[]> {
  return orderJobNames(
    order,
    await reads.payments.ofOrder(order.id),
    await reads.refunds.ofOrder(order.id),
    await reads.webhooks.deliveriesOfOrder(order.id),
  );
}

async function isWaiting(reads: StoreReads, jobs: readonly AnyJob[], name: JobName): Promise<boolean> {
  for (const job of await reads.jobs.named(name)) {
    if (job.state === 'running') return true;
    if (job.state === 'dead' || droppedKinds.includes(job.kind)) continue;
    const { isNeeded } = await jobOfKind(jobs, job.kind).purposeOf(reads, job);
    if (isNeeded) return true;
  }
  return false;
}

/**
 * Whether the customer is a member now, and would be a member for a shorter time without the order's months. The order
 * then cannot be separated from its customer.
 */
export async function isMembershipActive(
  { members }: Pick<StoreReads, 'members'>,
  order: Order,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
): Promise<boolean> {
  const user = await members.userById(order.userId);
  if (user === undefined || !isMember(user.memberUntil, clock.now())) return false;
  return changesMembershipEnd(await members.grantsOf(order.userId), order.id, settings.zone);
}
