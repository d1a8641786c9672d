/**
 * Writes an order as the specification shows it: exactly these fields, in this order. No field is ever
 * omitted.
 */

import { failCode, failSentence } from '../../domain/fail-reasons.ts';
import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import { customerFailureCode } from '../../domain/refund-failures.ts';
import { formatDateTime, type TimeZone } from '../../domain/zoned-time.ts';
import type { OrderView } from '../../usecases/service.ts';

export interface WireRefund {
  readonly refund_no: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  /** The code of `reason`; null when a person wrote the reason. */
  readonly reason_code: string | null;
  readonly state: string;
  /** Whether the shop returned the money in another way than the payment provider. */
  readonly settled: boolean;
  /**
   * The code of the failure, with which a client explains what the customer can do; null unless `state` is `failed`.
   */
  readonly failure_code: string | null;
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

/** Specification 2.2. */
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

/** Specification 2.2: "pay_time … Null while unpaid." */
function payTimeOf({ money }: Order, zone: TimeZone): string | null {
  return money.status === 'wait_pay' || money.status === 'cancal' ? null : formatDateTime(money.paidAt, zone);
}

/**
 * If an order is refunded because its processing failed, the reason of the refund is the sentence of that failure, so
 * the refund also gets the failure's code.
 */
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
    settled: refund.settledBy !== null,
    failure_code: refund.state === 'failed' ? customerFailureCode(refund.failureCode) : null,
    provider: refund.provider,
    provider_refund_id: refund.providerRefundId,
    requested_at: formatDateTime(refund.requestedAt, zone),
    finished_at: refund.finishedAt === null ? null : formatDateTime(refund.finishedAt, zone),
  };
}
