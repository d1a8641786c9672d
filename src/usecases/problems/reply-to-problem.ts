/** An operator answers a problem with a text, which the customer reads on the order's page. */

import { invalidParameter } from '../../domain/errors.ts';
import { textOfLines } from '../../domain/text-of-lines.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { auditAnswer, closeProblem, isAnsweredSo, lockProblem } from './answer-problem.ts';

/**
 * @throws AppError `forbidden`, `unknown_item`, `invalid_parameters` (an empty reply), `illegal_transition` (the
 * problem has another answer).
 */
export async function replyToProblem(
  deps: ActDeps,
  caller: OperatorCaller,
  id: number,
  given: string,
): Promise<void> {
  requirePermission(caller, 'inbox_work');
  const reply = textOfLines(given);
  if (reply === '') throw invalidParameter('reply', 'blank', 'must not be blank');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const locked = await lockProblem(act, id);
    if (isAnsweredSo(caller, locked.problem, 'reply')) return;
    const { name } = caller.operator;
    await closeProblem(act, locked.order, locked.problem, { answer: 'reply', answeredBy: name, reply });
    await auditAnswer(act, caller, locked, 'reply');
  });
}
