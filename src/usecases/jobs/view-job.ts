/** A job as the console tells of it: what it is for, what is wrong with it, and what may be done about it. */

import { orderState } from '../../domain/order-state.ts';
import type { Refund } from '../../domain/payment-state.ts';
import { nextAttemptState } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { isCloseable } from '../payments/enqueue-closing.ts';
import type { ConsoleReads, JobRecord } from '../ports/console-store.ts';
import { integerOf } from '../ports/jobs.ts';
import type { StoreReads } from '../ports/store.ts';

export type JobTrouble = 'dead' | 'lease_ended' | 'overdue';

export interface JobView {
  readonly job: JobRecord;
  readonly trouble: JobTrouble | null;
  /** Null where it is for no order. */
  readonly orderNo: string | null;
  readonly canRetry: boolean;
  /** A dead job whose loss is safe. */
  readonly canDiscard: boolean;
}

/** Another worker takes such a job up at once; one that nobody took for so long tells of no worker at all. */
export const leaseGraceMs = 60_000;
export const overdueMs = 15 * 60_000;

type JobReads = Pick<
  StoreReads & ConsoleReads,
  'orderByNo' | 'attemptByPaymentNo' | 'attemptsOf' | 'refundByNo' | 'orderNoById' | 'jobsNamed'
>;

export function troubleOf(job: JobRecord, now: Instant): JobTrouble | null {
  switch (job.state) {
    case 'dead':
      return 'dead';
    case 'running':
      return job.dueAt < now - leaseGraceMs ? 'lease_ended' : null;
    case 'ready':
      return job.dueAt < now - overdueMs ? 'overdue' : null;
  }
}

export async function viewJob(reads: JobReads, job: JobRecord, now: Instant): Promise<JobView> {
  const trouble = troubleOf(job, now);
  const { orderNo, isNeeded } = await purposeOf(reads, job);
  const view = { job, trouble, orderNo };
  if (job.state !== 'dead') {
    // One that waits as planned is left alone: the removal of a file may not come before its time.
    const waitsAfterFailure = job.state === 'ready' && job.lastError !== null && job.runAt > now;
    return { ...view, canRetry: trouble !== null || waitsAfterFailure, canDiscard: false };
  }
  const isReplaced = await hasTwin(reads, job);
  return {
    ...view,
    canRetry: isNeeded && !isReplaced,
    // An event may be given up: the shop's system missed it, and no state of ours waits for it.
    canDiscard: !isNeeded || isReplaced || job.kind === 'deliver_event',
  };
}

/** Another unfinished job does the same. */
async function hasTwin(reads: JobReads, { kind, key }: JobRecord): Promise<boolean> {
  if (key === null) return false;
  return (await reads.jobsNamed({ kind, key })).some(({ state }) => state !== 'dead');
}

interface Purpose {
  readonly orderNo: string | null;
  /** Whether something would be left undone without it. */
  readonly isNeeded: boolean;
}

async function purposeOf(reads: JobReads, job: JobRecord): Promise<Purpose> {
  switch (job.kind) {
    case 'process_order':
      return purposeOfPicture(reads, job);
    case 'check_payment':
      return purposeOfCheck(reads, job);
    case 'close_payment': {
      const attempts = await reads.attemptsOf(integerOf(job.payload, 'order_id'));
      return { orderNo: job.key, isNeeded: attempts.some(isCloseable) };
    }
    case 'refund_payment': {
      const refund = job.key === null ? undefined : await reads.refundByNo(job.key);
      return { orderNo: await orderNoOf(reads, refund), isNeeded: refund?.state !== 'done' };
    }
    case 'deliver_event':
      return { orderNo: orderNoOfEvent(job.payload.body), isNeeded: true };
    case 'remove_file':
    case 'expire_orders':
    case 'purge_files':
    case 'audit_money':
      return { orderNo: null, isNeeded: true };
  }
}

/** Once its order has failed or its money goes back, no picture is made any more. */
async function purposeOfPicture(reads: JobReads, { key }: JobRecord): Promise<Purpose> {
  const found = key === null ? undefined : await reads.orderByNo(key);
  if (found === undefined) return { orderNo: null, isNeeded: false };
  const state = orderState(found.order);
  return { orderNo: key, isNeeded: state === 'pay/init' || state === 'pay/ing' };
}

/** The customer's money may have arrived without our knowing while the payment is open. */
async function purposeOfCheck(reads: JobReads, { key }: JobRecord): Promise<Purpose> {
  const attempt = key === null ? undefined : await reads.attemptByPaymentNo(key);
  if (attempt === undefined) return { orderNo: null, isNeeded: false };
  const isNeeded = nextAttemptState(attempt.state, 'declined') !== undefined;
  return { orderNo: await orderNoOf(reads, attempt), isNeeded };
}

async function orderNoOf(reads: JobReads, part: Pick<Refund, 'orderId'> | undefined): Promise<string | null> {
  return part === undefined ? null : ((await reads.orderNoById(part.orderId)) ?? null);
}

function orderNoOfEvent(body: unknown): string | null {
  try {
    const event: unknown = JSON.parse(String(body));
    const data = fieldOf(event, 'data');
    const orderNo = fieldOf(data, 'order_no');
    return typeof orderNo === 'string' ? orderNo : null;
  } catch {
    // It was written by another version: the list must be shown all the same.
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
