/**
 * Job `remake_picture`: makes a new picture for a finished order whose customer reported a problem. The customer keeps
 * the former picture until the new one replaces it, and can download both until the former one is deleted. If no new
 * picture can be made, the problem is open again. Key: the order's number.
 */

import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, system } from '../act.ts';
import { defineJob, type JobResult, noPayload } from '../jobs/define-job.ts';
import type { StoreReads } from '../ports/store.ts';
import { closeProblem } from '../problems/answer-problem.ts';
import type { OrderProblem } from '../problems/problem-store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { discardResult, type MakeDeps, makePicture, type StoredResult, takeResult } from './make-picture.ts';
import { removeFileJob } from './remove-file-job.ts';

const leaseMs = 30_000;
/** The pause before the next run if the machine could not do the work. */
const unavailablePauseMs = 60_000;

interface Remake {
  /** The order, with the settings of the new picture in `details`. */
  readonly order: Order;
  readonly problem: OrderProblem;
}

export const remakePictureJob = defineJob({
  kind: 'remake_picture',
  lane: 'pictures',
  priority: 'normal',
  attemptsMax: ({ workAttemptsMax }) => workAttemptsMax,
  leaseMs,
  payload: noPayload,
  async purposeOf(reads, { key: orderNo }) {
    const order = (await reads.orders.byNo(orderNo))?.order;
    return {
      orderNo: order === undefined ? null : orderNo,
      isNeeded: order !== undefined && (await remakeOf(reads, order)) !== undefined,
    };
  },
  async run(deps: ActDeps & MakeDeps, { key, createdAt }, { signal, log }): Promise<JobResult> {
    const { read } = deps.store;
    const found = (await read.orders.byNo(key))?.order;
    const remake = found === undefined ? undefined : await remakeOf(read, found);
    if (remake === undefined) return { kind: 'done' };
    const made = await makePicture(deps, remake.order, { since: createdAt, signal });
    switch (made.kind) {
      case 'made':
        return { kind: 'done', commit: (act) => replaceResult(act, key, made.stored) };
      case 'refused':
        return { kind: 'done', commit: (act) => reopen(act, key, made.reason) };
      case 'unavailable': {
        signal.throwIfAborted();
        log.warn({ error: made.error }, 'new picture could not be made');
        // Throw an error, which counts as a failed attempt, so that the service gives up a picture whose image
        // process is killed every time.
        if (made.cause === 'killed') throw new Error(made.error);
        const runAt = deps.clock.now() + unavailablePauseMs;
        return { kind: 'again', runAt, counted: false, error: made.error };
      }
    }
  },
  /**
   * After the last attempt, the inbox shows the problem again, so a dead job in the list of failed jobs would only
   * repeat the problem.
   */
  leavesNoDeadJob: true,
  exhausted: (act, { key }) => reopen(act, key, 'attempts_exhausted'),
});

/** @returns undefined if no new picture is wanted any more, for example because the order was refunded. */
async function remakeOf(
  { problems }: Pick<StoreReads, 'problems'>,
  order: Order,
): Promise<Remake | undefined> {
  const problem = (await problems.ofOrder(order.id)).find(({ state }) => state === 'remaking');
  if (problem === undefined || order.money.status !== 'pay' || order.deal.status !== 'done') return undefined;
  return { order: { ...order, details: problem.remakeDetails ?? order.details }, problem };
}

async function replaceResult(act: Act, orderNo: string, stored: StoredResult): Promise<void> {
  const order = await act.tx.orders.lock(orderNo);
  const remake = order === undefined ? undefined : await remakeOf(act.tx, order);
  if (order === undefined || remake === undefined || order.deal.status !== 'done') {
    return discardResult(act, stored);
  }
  const { resultFile: pictureFile, resultUntil: pictureUntil } = order.deal;
  if (pictureFile !== null && pictureUntil !== null) {
    await removeFileJob.enqueue(act, pictureFile, {}, { runAt: pictureUntil });
  }
  const event = {
    type: 'result_replaced',
    at: act.clock.now(),
    ...(await takeResult(act, order, stored)),
    details: remake.order.details,
  } as const;
  const after = await advanceOrder({ ...act, actor: system }, order, event);
  const { answer, answeredBy, reply } = remake.problem;
  await closeProblem(
    act,
    after,
    { ...remake.problem, pictureFile, pictureUntil },
    { answer, answeredBy, reply },
  );
}

async function reopen(act: Act, orderNo: string, reason: string): Promise<void> {
  const order = await act.tx.orders.lock(orderNo);
  const remake = order === undefined ? undefined : await remakeOf(act.tx, order);
  if (remake === undefined) return;
  await act.tx.problems.save({
    ...remake.problem,
    state: 'open',
    answer: null,
    answeredBy: null,
    reply: null,
    remakeError: reason,
  });
  act.tx.publish({ kind: 'order_changed', orderNo });
}
