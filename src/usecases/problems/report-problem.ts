/**
 * A customer, or an operator for a customer, reports that something is wrong with a finished order. The problem waits
 * in the inbox of the console until an operator answers it. The report changes neither the order nor its payment.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import {
  areaUnits,
  type PictureArea,
  type ProblemReason,
  problemsPerOrderMax,
} from '../../domain/order-problem.ts';
import { textOfLines } from '../../domain/text-of-lines.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Caller, OperatorCaller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { StoreReads } from '../ports/store.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import type { OrderProblem } from './problem-store.ts';

export interface ReportedProblem {
  readonly reason: ProblemReason;
  readonly note: string | null;
  readonly area: PictureArea | null;
}

/**
 * @throws AppError `forbidden`, `unknown_order`, `invalid_parameters` (the marked area), `illegal_transition` (the
 * order is not finished, the last report is not answered, or the order has too many reports).
 */
export async function reportProblem(
  deps: ActDeps,
  caller: Caller,
  orderNo: string,
  reported: ReportedProblem,
  requestId: string,
): Promise<OrderProblem> {
  requirePermission(caller, 'inbox_work');
  const note = textOfLines(reported.note ?? '') || null;
  if (reported.area !== null) requireInside(reported.area);
  return perform(deps, { actor: system, requestId }, async (act) => {
    const order = await lockOrderFor(act.tx, caller, orderNo);
    const picture = pictureOf(order);
    await requireRoom(act.tx, order);
    const problem = await act.tx.problems.insert({
      orderId: order.id,
      reason: reported.reason,
      note,
      area: picture.pictureFile === null ? null : reported.area,
      ...picture,
      reportedAt: act.clock.now(),
      state: 'open',
      answer: null,
      reply: null,
      answeredBy: null,
      answeredAt: null,
      remakeDetails: null,
      remakeError: null,
    });
    if (caller.kind === 'operator') await auditReport(act, caller, order, problem);
    await addWebhook(act, 'problem.reported', order, {
      problem_id: problem.id,
      problem_reason: problem.reason,
      problem_note: problem.note,
    });
    return problem;
  });
}

/**
 * Writes the audit entry of an operator who reports for a customer. The entry does not contain the note, which may be
 * personal data.
 */
async function auditReport(
  act: Act,
  caller: OperatorCaller,
  { orderNo }: Order,
  { id, reason }: OrderProblem,
): Promise<void> {
  await recordAudit(act, caller, {
    action: 'problem_reported',
    targetKind: 'order',
    targetId: orderNo,
    reason: null,
    before: null,
    after: { problem_id: id, problem: reason },
  });
}

/** @throws AppError `illegal_transition`: the order is not finished. */
function pictureOf({ money, deal }: Order): Pick<OrderProblem, 'pictureFile' | 'pictureUntil'> {
  if (money.status === 'pay' && deal.status === 'done') {
    return { pictureFile: deal.resultFile, pictureUntil: deal.resultFile === null ? null : deal.resultUntil };
  }
  throw new AppError('illegal_transition', 'Problems can be reported about a paid and finished order.', {
    reason: 'order_not_finished',
  });
}

/** @throws AppError `illegal_transition`: the last report is not answered, or the order has too many reports. */
async function requireRoom({ problems }: Pick<StoreReads, 'problems'>, { id }: Order): Promise<void> {
  const known = await problems.ofOrder(id);
  if (known.some(({ state }) => state !== 'answered')) {
    throw new AppError('illegal_transition', 'The shop has not answered your last report yet.', {
      reason: 'problem_not_answered',
    });
  }
  if (known.length >= problemsPerOrderMax) {
    throw new AppError('illegal_transition', 'No further problem can be reported about this order.', {
      reason: 'too_many_problems',
    });
  }
}

/** @throws AppError `invalid_parameters`: the marked area extends beyond the picture. */
function requireInside({ left, top, width, height }: PictureArea): void {
  for (const [name, start, length] of [
    ['area_width', left, width],
    ['area_height', top, height],
  ] as const) {
    const max = areaUnits - start;
    if (length <= max) continue;
    throw invalidParameter(name, 'integer_range', `must be 1 to ${max}`, { min: 1, max });
  }
}
