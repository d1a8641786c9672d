/**
 * An operator answers a problem with a refund of the order, or of membership months. If the refund needs a second
 * operator, the problem stays open until that operator confirms, so that no customer reads about a refund that the
 * second operator then rejects.
 */

import { textOfLines } from '../../domain/text-of-lines.ts';
import { type ActDeps, causedBy, perform, system } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { auditAnswer, isAnsweredSo, lockProblem } from '../problems/answer-problem.ts';
import { refundMonthsIn, requireNoFailedRefund } from './refund-months.ts';
import { refundOrderIn } from './refund-order.ts';

export interface RefundAnswer {
  /** The reason of the refund, which the customer reads. */
  readonly reason: string;
  /** A message to the customer that comes with the refund; null: none. */
  readonly reply: string | null;
  /** Null: the whole order is refunded. */
  readonly months: number | null;
  /** How many months of the order were refunded before, as the operator saw it; null: the call did not say. */
  readonly refundedBefore: number | null;
}

/**
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the problem has another answer, or the order
 * allows no such refund).
 */
export async function answerWithRefund(
  deps: ActDeps,
  caller: OperatorCaller,
  id: number,
  { reason, reply, months, refundedBefore }: RefundAnswer,
): Promise<void> {
  requirePermission(caller, 'inbox_work');
  requirePermission(caller, 'orders_refund');
  await perform(deps, { actor: system, requestId: caller.requestId }, async (base) => {
    const locked = await lockProblem(base, id);
    const { order, problem } = locked;
    if (isAnsweredSo(caller, problem, 'refund')) return;
    const act = causedBy(base, operatorActor(caller));
    // Require that no refund of the order has failed: in that case, the request below would only retry the failed
    // refund.
    await requireNoFailedRefund(act, order);
    await act.tx.problems.save({ ...problem, reply: textOfLines(reply ?? '') || null });
    if (months === null) {
      const obstacle = await refundOrderIn(act, caller, order, reason, refundedBefore);
      if (obstacle !== null) throw obstacle;
    } else await refundMonthsIn(act, caller, order, { months, refundedBefore: refundedBefore ?? 0, reason });
    const isClosed = (await act.tx.problems.byId(id))?.state === 'answered';
    if (isClosed) await auditAnswer(act, caller, locked, 'refund');
  });
}
