/**
 * An operator answers a problem with a new picture, free of charge, from the customer's photo: with the settings of the
 * order or with others.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { GoodKind, PhotoSize } from '../../domain/goods/good.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import { withRuleOf } from '../../domain/goods/rule-details.ts';
import type { Order } from '../../domain/order.ts';
import { textOfLines } from '../../domain/text-of-lines.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { forNewOrder, ofPlacedOrder } from '../goods/documents-on-sale.ts';
import { auditAnswer, isAnsweredSo, lockProblem } from '../problems/answer-problem.ts';
import { remakePictureJob } from './remake-picture-job.ts';
import { uploadPathOf } from './upload-of-order.ts';
import { uploadExpired } from './usable-upload.ts';

export interface RemakeAnswer {
  /** A message to the customer that comes with the new picture; null: none. */
  readonly reply: string | null;
  /** All settings of the new picture; null: the settings of the order. */
  readonly details: OrderDetails | null;
}

/**
 * @throws AppError `forbidden`, `unknown_item`, `invalid_parameters` (settings of the new picture),
 * `illegal_transition` (the problem has another answer, or no new picture can be made for the order),
 * `upload_expired`.
 */
export async function remakeOrder(
  deps: ActDeps,
  caller: OperatorCaller,
  id: number,
  { reply, details }: RemakeAnswer,
): Promise<void> {
  requirePermission(caller, 'inbox_work');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const locked = await lockProblem(act, id);
    const { order, problem } = locked;
    if (isAnsweredSo(caller, problem, 'remake')) return;
    const { path, size } = await requireUpload(act, order);
    const given = details === null ? null : await settingsOf(act, order, { ...details, path }, size);
    await act.tx.problems.save({
      ...problem,
      state: 'remaking',
      answer: 'remake',
      answeredBy: caller.operator.name,
      reply: textOfLines(reply ?? '') || null,
      remakeDetails: given ?? order.details,
      remakeError: null,
    });
    await remakePictureJob.enqueue(act, order.orderNo, {});
    await auditAnswer(act, caller, locked, 'remake');
    act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
  });
}

/**
 * Requires that a new picture can be made: the order is paid and finished, and its upload exists.
 * @returns the path and the size of the upload. @throws AppError `illegal_transition`,
 * `upload_expired`.
 */
async function requireUpload(
  { tx, clock }: Act,
  order: Order,
): Promise<{ readonly path: string; readonly size: PhotoSize }> {
  const path = uploadPathOf(order);
  if (path === undefined || order.money.status !== 'pay' || order.deal.status !== 'done') {
    throw new AppError('illegal_transition', 'No new picture can be made for this order.', {
      reason: 'nothing_to_remake',
    });
  }
  const upload = await tx.uploads.byPath(path);
  if (upload === undefined || upload.keptUntil <= clock.now()) throw uploadExpired();
  return { path, size: upload };
}

/** Keeps the parameters of the order's operation and leaves out all others. @throws AppError `invalid_parameters`. */
async function settingsOf(
  { tx }: Act,
  order: Order,
  given: OrderDetails,
  size: PhotoSize,
): Promise<OrderDetails> {
  const kind = findGoodKind(order.functName);
  if (kind === undefined) throw new Error(`no kind of good is called ${order.functName}`);
  const details: Record<string, string | number> = {};
  for (const [name, parameter] of Object.entries(kind.parameters)) {
    const value = given[name] ?? defaultOf(parameter);
    if (value !== undefined) details[name] = value;
    else if (isRequired(parameter)) throw invalidParameter(name, 'missing', 'is missing');
  }
  const found = await documentOf(tx, order, details);
  kind.requireCheckable?.(details, found.findDocument);
  kind.requireValid?.(details, found.findDocument);
  kind.requireSize?.(details, size);
  return found.details;
}

/**
 * Finds the rule of the document for the new picture. If the document is that of the order, the rule is also that of
 * the order, even if the document is no longer sold.
 */
async function documentOf(
  tx: Act['tx'],
  order: Order,
  details: OrderDetails,
): ReturnType<typeof forNewOrder> {
  if (details.document === undefined || details.document !== order.details.document) {
    return forNewOrder(tx, details);
  }
  return {
    details: withRuleOf(order.details, details),
    findDocument: await ofPlacedOrder(tx, order.details),
  };
}

type AnyParameter = GoodKind['parameters'][string];

function defaultOf(parameter: AnyParameter): number | undefined {
  return parameter.kind === 'integer' ? parameter.default : undefined;
}

function isRequired(parameter: AnyParameter): boolean {
  return parameter.kind === 'upload' || parameter.isOptional !== true;
}
