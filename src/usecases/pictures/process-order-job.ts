/**
 * Job `process_order`: makes the picture of a paid order in an image process. One transaction writes the order's
 * state and the end of the job. If a refund was requested while the picture was made, the order does not take the
 * result, and the file is removed. Key: the order's number.
 */

import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import { finishWork } from '../delivery/finish-work.ts';
import { defineJob, type JobResult, noPayload, type ParsedJob } from '../jobs/define-job.ts';
import type { JobContext } from '../ports/job-handler.ts';
import { failOrder } from '../refunds/fail-order.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { killsOfHopelessPicture } from './killed-picture.ts';
import {
  discardResult,
  type MadePicture,
  type MakeDeps,
  makePicture,
  type StoredResult,
  takeResult,
} from './make-picture.ts';

const leaseMs = 30_000;
const firstPauseMs = 2_000;
/**
 * Minimum and maximum of the pause before the next run if the machine could not do the work. The pause grows with the
 * age of the job.
 */
const unavailablePauseMs = { min: 5_000, max: 10 * 60_000 } as const;

type ProcessDeps = ActDeps & MakeDeps;
type Unavailable = Extract<MadePicture, { kind: 'unavailable' }>;
type ProcessJob = ParsedJob<Record<never, never>>;

const kind = 'process_order';

export const processOrderJob = defineJob({
  kind,
  lane: 'pictures',
  priority: 'normal',
  attemptsMax: ({ workAttemptsMax }) => workAttemptsMax,
  leaseMs,
  payload: noPayload,
  /** The job is needed until the order is finished, has failed or is refunded. */
  async purposeOf(reads, { key: orderNo }) {
    const found = await reads.orders.byNo(orderNo);
    if (found === undefined) return { orderNo: null, isNeeded: false };
    const state = orderState(found.order);
    return { orderNo, isNeeded: state === 'pay/init' || state === 'pay/ing' };
  },
  async run(deps: ProcessDeps, job, context) {
    const order = await begin(deps, job);
    if (order === undefined) return { kind: 'done' };
    try {
      const made = await makePicture(deps, order, { since: job.createdAt, signal: context.signal });
      if (made.kind === 'made') return { kind: 'done', commit: (act) => commitResult(act, job, made.stored) };
      if (made.kind === 'unavailable') return await unavailable(deps, job, context, order, made);
      return { kind: 'done', commit: (act) => failIfUnderWay(act, job, made.reason, null) };
    } catch (error) {
      return lostAttempt(deps, job, context, error);
    }
  },
  /** The order has failed and is refunded, so an operator has nothing to retry. */
  leavesNoDeadJob: true,
  /**
   * Fails the order. The order is still in the state `pay/ing`, for example, if the worker crashed in the last
   * attempt.
   */
  async exhausted(act, { key: orderNo }, error) {
    const order = await act.tx.orders.lock(orderNo);
    if (order === undefined) return;
    if (orderState(order) === 'pay/init') {
      const begun = await advanceOrder(act, order, { type: 'work_started', at: act.clock.now() });
      await failOrder(act, begun, 'attempts_exhausted', error);
    }
    if (orderState(order) === 'pay/ing') await failOrder(act, order, 'attempts_exhausted', error);
  },
});

/**
 * Moves the order to the state `pay/ing`.
 * @returns undefined when the job has nothing to do any more, for example because a refund was requested.
 */
async function begin(deps: ProcessDeps, job: ProcessJob): Promise<Order | undefined> {
  return perform(deps, { actor: system, requestId: job.requestId }, async (act) => {
    const order = await act.tx.orders.lock(job.key);
    if (order === undefined) return undefined;
    const at = act.clock.now();
    // If this worker has lost its lease, it must not change the order, because another worker processes the order
    // now.
    if (!(await act.tx.jobs.extendLease(job, at + leaseMs))) return undefined;
    switch (orderState(order)) {
      case 'pay/init':
        return advanceOrder(act, order, { type: 'work_started', at });
      case 'pay/ing': {
        const back = await advanceOrder(act, order, {
          type: 'work_returned',
          at,
          error: 'its worker was lost',
        });
        return advanceOrder(act, back, { type: 'work_started', at });
      }
      default:
        return undefined;
    }
  });
}

/**
 * Handles an attempt that failed: the order waits for another attempt, or fails after the last one. An attempt does
 * not count if it was interrupted because the service stops.
 */
function lostAttempt(
  deps: Pick<ProcessDeps, 'clock'>,
  job: ProcessJob,
  { signal, log }: JobContext,
  cause: unknown,
): JobResult {
  const error = cause instanceof Error ? cause.message : String(cause);
  const counted = !signal.aborted;
  if (counted) log.warn({ err: cause, attempt: job.attempts }, 'picture attempt lost');
  if (counted && job.attempts >= job.attemptsMax) {
    return { kind: 'done', commit: (act) => failIfUnderWay(act, job, 'attempts_exhausted', error) };
  }
  const now = deps.clock.now();
  return {
    kind: 'again',
    runAt: counted ? now + firstPauseMs * 2 ** (job.attempts - 1) : now,
    counted,
    error,
    commit: (act) => returnOrder(act, job, error),
  };
}

/**
 * Handles a failure of the machine: the order waits for another attempt. A failure of the machine does not count as
 * an attempt, even if it lasts for days. But the order fails if its image process was killed too often.
 */
async function unavailable(
  deps: Pick<ProcessDeps, 'store' | 'clock'>,
  job: ProcessJob,
  { signal, log }: JobContext,
  { id }: Order,
  { cause, error }: Unavailable,
): Promise<JobResult> {
  const now = deps.clock.now();
  // A kill does not count while the service stops, because the process supervisor may kill the image processes
  // together with the service.
  const isKill = cause === 'killed' && !signal.aborted;
  const kills = isKill ? await killsOfHopelessPicture(deps, id, kind) : null;
  if (kills !== null) {
    const text = `the image process was killed ${kills} times; ${error}`;
    log.warn({ error: text }, 'picture given up');
    return { kind: 'done', commit: (act) => failIfUnderWay(act, job, 'attempts_exhausted', text) };
  }
  if (!signal.aborted) log.warn({ error }, 'picture could not be made');
  const { min, max } = unavailablePauseMs;
  const pauseMs = Math.min(max, Math.max(min, (now - job.createdAt) / 2));
  return {
    kind: 'again',
    runAt: signal.aborted ? now : now + pauseMs,
    counted: false,
    error,
    commit: (act) => returnOrder(act, job, error, isKill),
  };
}

async function commitResult(act: Act, { key }: ProcessJob, stored: StoredResult): Promise<void> {
  const order = await act.tx.orders.lock(key);
  if (order === undefined || orderState(order) !== 'pay/ing') return discardResult(act, stored);
  await finishWork(act, order, await takeResult(act, order, stored));
}

async function returnOrder(act: Act, { key }: ProcessJob, error: string, isKill = false): Promise<void> {
  const order = await act.tx.orders.lock(key);
  if (order === undefined || orderState(order) !== 'pay/ing') return;
  const cause = isKill ? { cause: 'killed' as const } : {};
  await advanceOrder(act, order, { type: 'work_returned', at: act.clock.now(), error, ...cause });
}

async function failIfUnderWay(
  act: Act,
  { key: orderNo }: ProcessJob,
  reason: string,
  error: string | null,
): Promise<void> {
  const order = await act.tx.orders.lock(orderNo);
  if (order === undefined || orderState(order) !== 'pay/ing') return;
  await failOrder(act, order, reason, error);
}
