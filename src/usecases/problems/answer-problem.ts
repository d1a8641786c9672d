/** The parts that all answers to a problem share: lock the problem, and close it. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { ProblemAnswer } from '../../domain/order-problem.ts';
import type { Act } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { StoreReads } from '../ports/store.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import type { OrderProblem } from './problem-store.ts';

export interface LockedProblem {
  readonly order: Order;
  readonly problem: OrderProblem;
}

function unknownProblem(): AppError {
  return new AppError('unknown_item', 'There is no such problem.', { reason: 'unknown_problem' });
}

/** @returns the number of the problem's order. @throws AppError `unknown_item`. */
export async function orderNoOfProblem(
  { problems, orders }: Pick<StoreReads, 'problems' | 'orders'>,
  id: number,
): Promise<string> {
  const problem = await problems.byId(id);
  const orderNo = problem === undefined ? undefined : await orders.noById(problem.orderId);
  if (orderNo === undefined) throw unknownProblem();
  return orderNo;
}

/** Locks the order of a problem and reads the problem under the lock. @throws AppError `unknown_item`. */
export async function lockProblem({ tx }: Pick<Act, 'tx'>, id: number): Promise<LockedProblem> {
  const known = await tx.problems.byId(id);
  if (known === undefined) throw unknownProblem();
  const order = await tx.orders.lockById(known.orderId);
  const problem = await tx.problems.byId(id);
  if (order === undefined || problem === undefined) throw new Error(`problem ${id} has no order`);
  return { order, problem };
}

/**
 * Whether the same operator has given this answer already, so that a repeated call changes nothing.
 * @throws AppError `illegal_transition`: the problem has another answer.
 */
export function isAnsweredSo(
  { operator }: OperatorCaller,
  { state, answer, answeredBy }: OrderProblem,
  wanted: ProblemAnswer,
): boolean {
  if (state === 'open') return false;
  if (answer === wanted && answeredBy === operator.name) return true;
  throw new AppError('illegal_transition', 'This problem has been answered in the meantime.', {
    reason: 'problem_answered',
  });
}

/** Stores the answer to a problem. The customer sees the answer from then on. The caller holds the order's lock. */
export async function closeProblem(
  act: Omit<Act, 'actor'>,
  order: Order,
  problem: OrderProblem,
  answer: Pick<OrderProblem, 'answer' | 'answeredBy' | 'reply'>,
): Promise<void> {
  await act.tx.problems.save({
    ...problem,
    ...answer,
    state: 'answered',
    answeredAt: act.clock.now(),
  });
  act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
  await addWebhook(act, 'problem.answered', order, {
    problem_id: problem.id,
    problem_reason: problem.reason,
    problem_answer: answer.answer,
  });
}

/** The audit log keeps its entries for ever, so it does not contain the reply, which may be personal data. */
export async function auditAnswer(
  act: Act,
  caller: OperatorCaller,
  { order, problem }: LockedProblem,
  answer: ProblemAnswer,
): Promise<void> {
  await recordAudit(act, caller, {
    action: 'problem_answered',
    targetKind: 'order',
    targetId: order.orderNo,
    reason: null,
    before: null,
    after: { problem_id: problem.id, answer },
  });
}
