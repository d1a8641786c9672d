/** Computes which partial refunds an order allows: the membership months that have not begun, with their price. */

import { AppError } from '../../domain/errors.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import { monthsOf } from '../../domain/goods/vip-good.ts';
import { type MembershipGrant, monthsNotBegun } from '../../domain/membership.ts';
import { monthsPriceMinor } from '../../domain/month-refunds.ts';
import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Settings } from '../settings.ts';
import { needsApproval } from './needs-approval.ts';
import { partialMinor } from './request-refund.ts';

/** The refund of `months` months. */
export interface MonthRefundOffer {
  readonly months: number;
  readonly amountMinor: number;
  readonly needsApproval: boolean;
}

export interface MembershipRecords {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  /** All grants of the user. */
  readonly grants: readonly MembershipGrant[];
}

export interface MonthRefundOffers {
  /** How many months of the order were refunded before. */
  readonly refundedBefore: number;
  /** The refunds of 1, 2, 3 … months. */
  readonly offers: readonly MonthRefundOffer[];
}

/** The answer to an operator who has seen a number of refunded months that is out of date. */
export function monthsRefundedMeanwhile(): AppError {
  return new AppError('illegal_transition', 'Other months of this order were refunded meanwhile.', {
    reason: 'months_refunded_meanwhile',
  });
}

/** How many months of an order were refunded. @param refunds the refunds of the order. */
export function monthsRefunded(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { months }) => sum + (months ?? 0), 0);
}

/**
 * Lists the partial refunds. At least one month always stays, because a refund of all months is a refund of the
 * order.
 */
export function monthRefundOffers(
  { order, refunds, grants }: MembershipRecords,
  now: Instant,
  settings: Pick<Settings, 'zone' | 'refundApprovalAboveMinor'>,
): MonthRefundOffers {
  const refundedBefore = monthsRefunded(refunds);
  const isMembership = findGoodKind(order.functName)?.work === 'membership';
  if (!isMembership || order.money.status !== 'pay' || order.money.attemptId === null) {
    return { refundedBefore, offers: [] };
  }
  const bought = monthsOf(order.details);
  const notBegun = monthsNotBegun(grants, order.id, now, settings.zone);
  const monthsMax = Math.min(notBegun, bought - refundedBefore - 1);
  const partsMinor = partialMinor(refunds);
  const offers: MonthRefundOffer[] = [];
  for (let months = 1; months <= monthsMax; months++) {
    const amountMinor = monthsPriceMinor(order.priceMinor, bought, refundedBefore, months);
    // Skip a number of months whose price is rounded down to 0, because 0 cannot be refunded.
    if (amountMinor === 0) continue;
    offers.push({ months, amountMinor, needsApproval: needsApproval(partsMinor + amountMinor, settings) });
  }
  return { refundedBefore, offers };
}
