/**
 * The only function that changes the state of an order. The domain's table of transitions decides whether the event
 * is allowed. The act's transaction writes the order, its history, the webhook event and the customer's e-mail, and
 * publishes a message.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { OrderEvent, OrderEventType } from '../../domain/order-events.ts';
import { applyEvent } from '../../domain/order-state.ts';
import type { WebhookEvent } from '../../domain/webhook-events.ts';
import type { Act } from '../act.ts';
import { addEmail } from '../emails/add-email.ts';
import { addWebhook, type WebhookData } from '../webhooks/add-webhook.ts';

/** The webhook event for each order event that is reported to the operator's system. */
const webhookOf: Readonly<Partial<Record<OrderEventType, WebhookEvent>>> = {
  created: 'order.created',
  paid: 'order.paid',
  cancelled: 'order.cancelled',
  work_started: 'order.processing',
  work_done: 'order.done',
  work_failed: 'order.failed',
  result_replaced: 'order.remade',
  months_refunded: 'refund.requested',
  refund_requested: 'refund.requested',
  refund_done: 'refund.done',
  refund_settled: 'refund.done',
  refund_failed: 'refund.failed',
};

/**
 * Applies an event to an order. The caller holds the order's lock.
 * @param more further fields for the data of the webhook event.
 * @throws AppError `illegal_transition` when the table does not allow the event in this state.
 */
export async function advanceOrder(
  act: Act,
  order: Order,
  event: OrderEvent,
  more: WebhookData = {},
): Promise<Order> {
  const next = applyEvent(order, event);
  if (next === undefined) {
    throw new AppError(
      'illegal_transition',
      `The order does not allow this: its status is ${order.money.status}, its deal_status ${order.deal.status}.`,
    );
  }
  await act.tx.orders.save(next, { seq: next.version, event, actor: act.actor });
  act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
  await addWebhookOfTransition(act, next, event.type, more);
  await addEmail(act, next, event);
  return next;
}

export async function addWebhookOfTransition(
  act: Omit<Act, 'actor'>,
  order: Order,
  event: OrderEventType,
  more: WebhookData = {},
): Promise<void> {
  const name = webhookOf[event];
  if (name !== undefined) await addWebhook(act, name, order, more);
}
