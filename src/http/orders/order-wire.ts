/** Orders and goods as the specification defines them: these fields, in this order, all of them present. */

import { failCode, failSentence } from '../../domain/fail-reasons.ts';
import type { Good } from '../../domain/goods/good.ts';
import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import { formatDateTime, type TimeZone } from '../../domain/zoned-time.ts';
import type { OrderView } from '../../usecases/service.ts';

export interface WireGood {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly sort: number;
  readonly funct_name: string;
}

export interface WireRefund {
  readonly refund_no: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  /** Null when `reason` is somebody's own words. */
  readonly reason_code: string | null;
  readonly state: string;
  readonly provider: string;
  readonly provider_refund_id: string | null;
  readonly requested_at: string;
  readonly finished_at: string | null;
}

export interface WireOrder {
  readonly id: number;
  readonly user_id: number;
  readonly goods_id: number;
  readonly from_user_id: number | null;
  readonly create_time: string;
  readonly pay_time: string | null;
  readonly status: string;
  readonly order_no: string;
  readonly price: number;
  readonly pay_ext_refund_data: WireRefund | null;
  readonly deal_status: string;
  readonly funct_name: string;
  readonly deal_result: string | null;
}

/** Specification 2.1, Good. */
export function goodToWire(good: Good): WireGood {
  return {
    id: good.id,
    title: good.title,
    summary: good.summary,
    icon: good.icon,
    price: good.priceMinor,
    sort: good.sort,
    funct_name: good.functName,
  };
}

/** Specification 2.2, Order. */
export function orderToWire({ order, refund, resultUrl }: OrderView, zone: TimeZone): WireOrder {
  return {
    id: order.id,
    user_id: order.userId,
    goods_id: order.goodsId,
    from_user_id: order.fromUserId,
    create_time: formatDateTime(order.createdAt, zone),
    pay_time: payTimeOf(order, zone),
    status: order.money.status,
    order_no: order.orderNo,
    price: order.priceMinor,
    pay_ext_refund_data: refund === null ? null : refundToWire(refund, order, zone),
    deal_status: order.deal.status,
    funct_name: order.functName,
    deal_result: resultUrl,
  };
}

/** "pay_time … Null while unpaid." */
function payTimeOf({ money }: Order, zone: TimeZone): string | null {
  return money.status === 'wait_pay' || money.status === 'cancal' ? null : formatDateTime(money.paidAt, zone);
}

/** A refund because the work failed carries the failure's sentence, and so also its code. */
function refundReasonCode({ reason }: Refund, { deal }: Order): string | null {
  if (deal.status !== 'fail' || reason !== failSentence(deal.reason)) return null;
  return failCode(deal.reason);
}

function refundToWire(refund: Refund, order: Order, zone: TimeZone): WireRefund {
  return {
    refund_no: refund.refundNo,
    amount: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    reason_code: refundReasonCode(refund, order),
    state: refund.state,
    provider: refund.provider,
    provider_refund_id: refund.providerRefundId,
    requested_at: formatDateTime(refund.requestedAt, zone),
    finished_at: refund.finishedAt === null ? null : formatDateTime(refund.finishedAt, zone),
  };
}
