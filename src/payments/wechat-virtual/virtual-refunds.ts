/**
 * Requests and queries refunds of virtual payments. WeChat carries out refunds later: an accepted refund is still
 * pending.
 */

import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import {
  ProviderUnreachable,
  type RefundRef,
  type RefundReport,
  type RefundRequest,
  type UnknownRefund,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { refundReason } from '../refund-reason.ts';
import { textIn } from '../wechat-api/fields.ts';
import { findPayment, reportOf, type XpayParts } from './virtual-payments.ts';
import { XpayRefusal } from './xpay-client.ts';
import type { XpayOrder } from './xpay-order.ts';

type RefundParts = XpayParts & { readonly clock: Clock };

const dayMs = 24 * 60 * 60_000;
const refundDaysMax = 365;

/**
 * The maximum number of tries of one refund request. A request must state in `left_fee` how much of the payment is not
 * refunded yet, and another refund of the payment can change this amount between the query and the request.
 */
const triesMax = 3;

const codes = {
  alreadyDone: 268_490_004,
  refundedOtherwise: 268_490_005,
  writtenOff: 268_490_013,
  running: 268_490_014,
  leftDiffers: 268_490_016,
} as const;

export async function refundVirtualPayment(
  parts: RefundParts,
  request: RefundRequest,
): Promise<RefundReport> {
  const known = await findRefund(parts, request);
  if (known !== undefined) {
    await requireAmount(parts, known, request);
    // A failed refund is requested again with the same number.
    if (known.state !== 'refund_failed') return refundReportOf(known);
  }
  for (let left = triesMax; left > 0; left--) {
    const payment = await findPayment(parts, request.payment);
    const obstacle = obstacleOf(payment, request, parts.clock.now());
    if (obstacle !== undefined) return obstacle;
    const leftMinor = payment?.leftMinor ?? 0;
    const feeMinor = refundFee(payment, request);
    if (feeMinor === 0) return failed('exceeds_payment', 'WeChat’s coupon paid this part of the price.');
    const answer = await requestRefund(parts, request, { leftMinor, feeMinor });
    if (answer === 'left_differs') continue;
    if (answer.state === 'failed') return leftMinor < feeMinor ? tooLittleLeft(leftMinor) : answer;
    const accepted = await findRefund(parts, request);
    // A query can lag behind the acceptance, and then shows no refund, or the failure of the try before.
    const isStale = known?.state === 'refund_failed' && accepted?.state === 'refund_failed';
    if (accepted === undefined || isStale) return answer;
    await requireAmount(parts, accepted, request);
    return refundReportOf(accepted);
  }
  throw new ProviderUnreachable('The rest of the payment changed during each try to refund it.');
}

/**
 * A query can lag behind WeChat's acceptance of a refund, so a refund that it does not show has not failed. For some time
 * after a retry, the query can also show the failure of the try before; the caller must not believe it at once.
 */
export async function queryVirtualRefund(
  parts: XpayParts,
  refund: RefundRef,
): Promise<RefundReport | UnknownRefund> {
  const order = await findRefund(parts, refund);
  return order === undefined ? { state: 'unknown' } : refundReportOf(order);
}

function findRefund(
  parts: XpayParts,
  { refundNo, payment: { payerId } }: Pick<RefundRef, 'refundNo' | 'payment'>,
): Promise<XpayOrder | undefined> {
  return findPayment(parts, { paymentNo: refundNo, payerId });
}

/**
 * What a query says about a refund. The field `status` is the state of the refund and not of its payment. `closed` is
 * final: by WeChat's documentation, the number cannot be used any more.
 */
export function refundReportOf({ state, wxOrderId }: XpayOrder): RefundReport {
  if (state === 'refunded') return { state: 'done', providerRefundId: wxOrderId };
  if (state !== 'refund_failed' && state !== 'closed')
    return { state: 'pending', providerRefundId: wxOrderId };
  return {
    state: 'failed',
    code: 'provider_refused',
    reason: 'WeChat could not carry out the refund.',
    providerRefundId: wxOrderId,
  };
}

/**
 * @returns why the payment cannot be refunded; undefined if WeChat must decide. A rest that is smaller than the refund
 * is no obstacle: this refund itself may have reduced the rest, in an earlier request whose answer was lost, and the
 * query does not show it yet. WeChat's answer to a repeated request then says that WeChat knows the refund.
 */
function obstacleOf(
  payment: XpayOrder | undefined,
  request: RefundRequest,
  now: number,
): RefundReport | undefined {
  if (payment === undefined || reportOf(payment).state !== 'paid') {
    return failed('unknown_payment', 'WeChat knows no such payment, or it is not paid.');
  }
  if (payment.isApple) {
    return failed('app_store_only', 'The customer paid in the App Store. Only Apple can return the money.');
  }
  if (now - (payment.at ?? request.payment.createdAt) > refundDaysMax * dayMs) {
    return failed('too_late', `WeChat refunds a payment for ${refundDaysMax} days.`);
  }
  return undefined;
}

function tooLittleLeft(leftMinor: number): RefundReport {
  return failed('exceeds_payment', `WeChat can refund only ${leftMinor} fen of this payment.`);
}

/** @returns `pending` when WeChat has accepted the refund, now or earlier. */
async function requestRefund(
  { xpay }: XpayParts,
  { refundNo, payment }: RefundRequest,
  { leftMinor, feeMinor }: { readonly leftMinor: number; readonly feeMinor: number },
): Promise<RefundReport | 'left_differs'> {
  try {
    const answer = await xpay.call('refund_order', {
      openid: payment.payerId,
      order_id: payment.paymentNo,
      refund_order_id: refundNo,
      left_fee: leftMinor,
      refund_fee: feeMinor,
      biz_meta: refundReason,
      refund_reason: '5',
      req_from: '3',
    });
    return { state: 'pending', providerRefundId: textIn(answer, 'refund_wx_order_id') ?? null };
  } catch (error) {
    if (!(error instanceof XpayRefusal)) throw error;
    switch (error.code) {
      case codes.alreadyDone:
      case codes.running:
        return { state: 'pending', providerRefundId: null };
      case codes.leftDiffers:
        return 'left_differs';
      case codes.refundedOtherwise:
      case codes.writtenOff:
        return failed('payment_closed', error.message);
      default:
        return failed('provider_refused', error.message);
    }
  }
}

/**
 * What WeChat returns for a refund. If the customer used a coupon, the refunds together return only what the customer
 * paid: the last ones return less. The fee depends on no amount that a refund changes, because WeChat must receive the
 * same fee each time this refund is requested.
 */
function refundFee(payment: XpayOrder | undefined, { amountMinor, earlierMinor }: RefundRequest): number {
  if (payment === undefined || payment.couponMinor === 0) return amountMinor;
  const { paidMinor } = payment;
  return Math.min(earlierMinor + amountMinor, paidMinor) - Math.min(earlierMinor, paidMinor);
}

/** Whether a refund at WeChat has the amount of the service's refund, less at most the coupon of the payment. */
export async function isSameAmount(
  parts: Pick<XpayParts, 'xpay' | 'env'>,
  { refundMinor }: XpayOrder,
  { amountMinor, payment }: Pick<RefundRef, 'amountMinor' | 'payment'>,
): Promise<boolean> {
  if (refundMinor >= amountMinor) return refundMinor === amountMinor;
  const paid = await findPayment(parts, payment);
  return amountMinor - refundMinor <= (paid?.couponMinor ?? 0);
}

/** @throws Error: a refund number must never be used for two amounts. */
async function requireAmount(parts: XpayParts, found: XpayOrder, request: RefundRequest): Promise<void> {
  if (await isSameAmount(parts, found, request)) return;
  throw new Error(`refund ${request.refundNo} was requested with another amount`);
}

function failed(code: RefundFailureCode, reason: string): RefundReport {
  return { state: 'failed', code, reason, providerRefundId: null };
}
