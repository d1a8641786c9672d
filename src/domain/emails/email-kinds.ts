/** The e-mails that a customer can get about an order, and which event of the order causes each. Pure. */

import { findGoodKind } from '../goods/kinds.ts';
import type { Order } from '../order.ts';
import type { OrderEvent } from '../order-events.ts';

/**
 * `paid`: the order is placed and paid. `ready`: the picture is there, or the membership has begun. `remade`: a new
 * picture replaced the result. `failed`: the work of an order without a payment failed. `refunded`: money was refunded.
 */
export const emailKinds = ['paid', 'ready', 'remade', 'failed', 'refunded'] as const;
export type EmailKind = (typeof emailKinds)[number];

/**
 * @param order after the event.
 * @returns null if the event causes no e-mail. The failure of a paid order causes none, because the e-mail about its
 * refund also reports the failure.
 */
export function emailKindOf(order: Order, event: OrderEvent): EmailKind | null {
  switch (event.type) {
    case 'paid':
      // A membership begins with its payment, so one e-mail reports both.
      return findGoodKind(order.functName)?.work === 'membership' ? null : 'paid';
    case 'work_done':
      return 'ready';
    case 'result_replaced':
      return 'remade';
    case 'work_failed':
      return order.money.status === 'pay' && order.money.attemptId === null ? 'failed' : null;
    case 'refund_done':
      return 'refunded';
    default:
      return null;
  }
}
