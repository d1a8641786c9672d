/** Reads the payments and the refunds of virtual payment. WeChat's call `query_order` returns both. */

import type { Instant } from '../../domain/zoned-time.ts';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import { fieldsIn, textIn, wholeIn } from '../wechat-api/fields.ts';
import { requireText, requireWhole } from '../wechat-api/wechat-http.ts';
import { type XpayClient, type XpayEnvironment, XpayRefusal } from './xpay-client.ts';

export type XpayState = 'open' | 'paid' | 'undelivered' | 'refunded' | 'refund_failed' | 'closed';

export interface XpayOrder {
  readonly state: XpayState;
  /** WeChat's own number. */
  readonly wxOrderId: string;
  /** Whether the customer paid in Apple's App Store. */
  readonly isApple: boolean;
  /** What the customer paid. */
  readonly paidMinor: number;
  /** The part of the price for which the customer used a coupon of WeChat. */
  readonly couponMinor: number;
  /** For a payment: the amount that can still be refunded. */
  readonly leftMinor: number;
  /** For a refund: its amount. */
  readonly refundMinor: number;
  /** When the customer paid, or when the refund was done; null: WeChat does not say. */
  readonly at: Instant | null;
}

/**
 * The state for each value of WeChat's `status`, from 0. The values 9 and 10 are not documented. They count as unknown,
 * like each later value, because an order must not be delivered without money.
 */
const states: readonly XpayState[] = [
  'open',
  'open',
  'undelivered',
  'undelivered',
  'paid',
  'refunded',
  'closed',
  'refund_failed',
  'refunded',
];

/** WeChat has one code for wrong fields and for unknown orders. Only the message distinguishes them. */
const invalidFieldsCode = 268_490_002;
const unknownOrderWords = /数据不存在|data not (found|exist)/i;

const path = '/xpay/query_order';

/**
 * @param openId the customer of the payment.
 * @returns undefined if WeChat does not know the number, or knows it in the other environment.
 * @throws XpayRefusal; ProviderUnreachable, also for a status that the service does not know.
 */
export async function queryOrder(
  xpay: XpayClient,
  env: XpayEnvironment,
  openId: string,
  orderNo: string,
): Promise<XpayOrder | undefined> {
  try {
    const answer = await xpay.call('query_order', { openid: openId, order_id: orderNo });
    const order = fieldsIn(answer, 'order');
    // `env_type` counts from 1. A payment in WeChat's sandbox must never pay an order of a real shop.
    const isOurs = textIn(order, 'order_id') === orderNo && wholeIn(order, 'env_type') === env + 1;
    if (!isOurs) return undefined;
    const orderType = wholeIn(order, 'order_type') ?? 0;
    const paidSeconds = wholeIn(order, 'paid_time') ?? 0;
    return {
      state: stateOf(requireWhole(path, order, 'status')),
      wxOrderId: requireText(path, order, 'wx_order_id'),
      isApple: orderType === 7 || orderType === 8,
      paidMinor: wholeIn(order, 'paid_fee') ?? 0,
      couponMinor: couponOf(order),
      leftMinor: wholeIn(order, 'left_fee') ?? 0,
      refundMinor: wholeIn(order, 'refund_fee') ?? 0,
      at: paidSeconds === 0 ? null : paidSeconds * 1000,
    };
  } catch (error) {
    if (error instanceof XpayRefusal && isUnknownOrder(error)) return undefined;
    throw error;
  }
}

function stateOf(status: number): XpayState {
  const state = states[status];
  if (state === undefined)
    throw new ProviderUnreachable(`${path} answered with the unknown status ${status}.`);
  return state;
}

/** A coupon counts only if it explains exactly why the customer paid less than the price of the order. */
function couponOf(order: Fields): number {
  const [price, paid, coupon] = ['order_fee', 'paid_fee', 'coupon_fee'].map((name) => wholeIn(order, name));
  if (price === undefined || paid === undefined || coupon === undefined) return 0;
  return paid + coupon === price ? coupon : 0;
}

export function isUnknownOrder({ code, wechatMessage }: XpayRefusal): boolean {
  return code === invalidFieldsCode && unknownOrderWords.test(wechatMessage);
}
