/**
 * Closes the order's open problem when the order is refunded, even if the refund was not requested as an answer to
 * the problem.
 */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { closeProblem } from '../problems/answer-problem.ts';

/** The caller holds the order's lock and has requested the refund. */
export async function closeProblemWithRefund(act: Act, order: Order): Promise<void> {
  const problems = await act.tx.problems.ofOrder(order.id);
  const problem = problems.find(({ state }) => state !== 'answered');
  if (problem === undefined) return;
  const answeredBy = act.actor.kind === 'operator' ? act.actor.name : null;
  // The reply of a problem that waits for a new picture is about that picture.
  const reply = problem.state === 'open' ? problem.reply : null;
  await closeProblem(act, order, problem, { answer: 'refund', answeredBy, reply });
}

/**
 * Removes the reply that an operator wrote with a refund that another operator has rejected, so that no later answer
 * contains it. The caller holds the order's lock.
 */
export async function dropReplyOfRefund({ tx }: Act, order: Order): Promise<void> {
  const problems = await tx.problems.ofOrder(order.id);
  const problem = problems.find(({ state }) => state === 'open');
  if (problem !== undefined && problem.reply !== null) await tx.problems.save({ ...problem, reply: null });
}
