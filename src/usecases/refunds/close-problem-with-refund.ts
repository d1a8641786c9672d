/** A refund of an order answers the order's open problem, whether or not it was requested as an answer. */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { closeProblem } from '../problems/answer-problem.ts';

/** The caller holds the order's lock and has requested the refund. */
export async function closeProblemWithRefund(act: Act, order: Order): Promise<void> {
  const problems = await act.tx.problems.ofOrder(order.id);
  const problem = problems.find(({ state }) => state !== 'answered');
  if (problem === undefined) return;
  const answeredBy = act.actor.kind === 'operator' ? act.actor.name : null;
  await closeProblem(act, order, problem, { answer: 'refund', answeredBy, reply: problem.reply });
}
