/**
 * Refunds membership months that have not begun, at the request of an operator. The order stays paid. The same
 * transaction takes the months back and requests the refund, so that a customer cannot use a month that is refunded.
 */

import { AppError } from '../../domain/errors.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { Order } from '../../domain/order.ts';
import { formatDateTime } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { hasCaused, operatorActor, requireAccess } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { updateMembershipEnd } from '../members/update-membership-end.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { closeProblemWithRefund } from './close-problem-with-refund.ts';
import {
  type MonthRefundOffer,
  type MonthRefundOffers,
  monthRefundOffers,
  monthsRefundedMeanwhile,
} from './month-refund-offers.ts';
import { refundData } from './refund-data.ts';
import { refundFacts } from './refund-facts.ts';
import { failedOrderRefunds, requireRefundable } from './refund-order.ts';
import { hasRequestedApproval, requestApproval } from './request-approval.ts';
import { insertRefund, type RequestedRefund } from './request-refund.ts';

export interface MonthsToRefund {
  readonly months: number;
  /**
   * How many months of the order were refunded before, as the console showed the operator. If this number is out of
   * date, because the call is repeated or another operator has refunded months, the call refunds nothing.
   */
  readonly refundedBefore: number;
  readonly reason: string;
}

/**
 * A repeated call by the same operator changes nothing.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (the order does not allow this refund now).
 */
export async function refundMonths(
  deps: ActDeps,
  caller: OperatorCaller,
  orderNo: string,
  wanted: MonthsToRefund,
): Promise<void> {
  requirePermission(caller, 'orders_refund');
  await perform(deps, { actor: system, requestId: caller.requestId }, async (base) => {
    const order = requireAccess(caller, await base.tx.orders.lock(orderNo));
    await refundMonthsIn(causedBy(base, operatorActor(caller)), caller, order, wanted);
  });
}

/** Like `refundMonths`, within a transaction. The caller is the actor of the act and holds the order's lock. */
export async function refundMonthsIn(
  act: Act,
  caller: OperatorCaller,
  order: Order,
  wanted: MonthsToRefund,
): Promise<void> {
  const { months, reason } = wanted;
  if (findGoodKind(order.functName)?.work !== 'membership') throw notAMembership();
  const offers = await lockOffers(act, order);
  if (await isRepeated(act, order, offers, wanted)) return;
  requireRefundable(caller, order);
  await requireNoFailedRefund(act, order);
  if (await hasRequestedApproval(act, caller, order, { months, settledRefundNo: null })) return;
  if (offers.refundedBefore !== wanted.refundedBefore) throw monthsRefundedMeanwhile();
  const offer = requireOffer(offers, months);
  if (offer.needsApproval) {
    const { amountMinor } = offer;
    return requestApproval(act, caller, order, { amountMinor, months, settledRefundNo: null, reason });
  }
  const { order: after, refund } = await requestMonthsRefund(act, order, offer, reason);
  await recordAudit(act, caller, {
    action: 'refund_requested',
    ...refundFacts(order, after, refund, reason),
  });
}

/**
 * Carries out a partial refund that a second operator has approved. The caller holds the order's lock.
 * @throws AppError `illegal_transition`: fewer months can be refunded now than when the refund was requested, or
 * their price has changed.
 */
export async function refundApprovedMonths(
  act: Act,
  order: Order,
  approved: { readonly months: number; readonly amountMinor: number; readonly reason: string },
): Promise<RequestedRefund> {
  await requireNoFailedRefund(act, order);
  const offer = requireOffer(await lockOffers(act, order), approved.months);
  if (offer.amountMinor !== approved.amountMinor) throw monthsBegun();
  return requestMonthsRefund(act, order, offer, approved.reason);
}

/**
 * Reads the partial refunds that the order allows. Locks the user, because the months of this order begin earlier or
 * later if other grants of the user change.
 */
async function lockOffers({ tx, clock, settings }: Act, order: Order): Promise<MonthRefundOffers> {
  await tx.members.lockUser(order.userId);
  const refunds = await tx.refunds.ofOrder(order.id);
  const grants = await tx.members.grantsOf(order.userId);
  return monthRefundOffers({ order, refunds, grants }, clock.now(), settings);
}

async function isRepeated(
  { tx, actor }: Act,
  order: Order,
  { refundedBefore }: MonthRefundOffers,
  wanted: MonthsToRefund,
): Promise<boolean> {
  if (refundedBefore !== wanted.refundedBefore + wanted.months) return false;
  const history = await tx.orders.history(order.id);
  const last = history.findLast(({ event }) => event.type === 'months_refunded');
  if (last?.event.type !== 'months_refunded' || last.event.months !== wanted.months) return false;
  return hasCaused([last], actor, ['months_refunded']);
}

/** @throws AppError `illegal_transition`: a refund of the order's price, or of a part of it, has failed. */
export async function requireNoFailedRefund({ tx }: Act, order: Order): Promise<void> {
  if (failedOrderRefunds(await tx.refunds.ofOrder(order.id)).length === 0) return;
  throw new AppError('illegal_transition', 'A refund of this order has failed. Retry that refund first.', {
    reason: 'failed_refund_first',
  });
}

function requireOffer({ offers }: MonthRefundOffers, months: number): MonthRefundOffer {
  const offer = offers.find((one) => one.months === months);
  if (offer === undefined) throw monthsBegun();
  return offer;
}

function notAMembership(): AppError {
  return new AppError('illegal_transition', 'This order is no membership, so it has no months to refund.', {
    reason: 'not_a_membership',
  });
}

function monthsBegun(): AppError {
  return new AppError(
    'illegal_transition',
    'Not so many months can be refunded: they have begun, or none would remain. To return all months, refund the order.',
    { reason: 'months_not_refundable' },
  );
}

async function requestMonthsRefund(
  act: Act,
  order: Order,
  offer: MonthRefundOffer,
  reason: string,
): Promise<RequestedRefund> {
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    throw new Error(`order ${order.orderNo} has no payment to refund`);
  }
  const { tx, clock, settings } = act;
  const attempt = await tx.payments.byId(order.money.attemptId);
  if (attempt === undefined) throw new Error(`order ${order.orderNo} names a payment that does not exist`);
  const { months, amountMinor } = offer;
  await tx.members.takeBackMonths(order.id, months);
  const until = await updateMembershipEnd(act, order.userId);
  const { currency } = attempt;
  const refund = await insertRefund(act, attempt, {
    purpose: 'order',
    months,
    amountMinor,
    currency,
    reason,
  });
  const event = {
    type: 'months_refunded',
    at: clock.now(),
    refundNo: refund.refundNo,
    months,
    reason,
  } as const;
  const member_until = until === null ? null : formatDateTime(until, settings.zone);
  const after = await advanceOrder(act, order, event, { ...refundData(refund), member_until });
  await closeProblemWithRefund(act, after);
  return { order: after, refund };
}
