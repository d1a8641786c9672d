/**
 * The one way in which an order moves: the domain's table decides, the row and its history are written, and
 * whoever waits for the change is told, all in the caller's transaction.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { Actor, OrderEvent, OrderEventType } from '../../domain/order-events.ts';
import { applyEvent } from '../../domain/order-state.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { announceOutside, type OutsideEvent } from '../webhooks/webhook-events.ts';

/** Which of our transitions the operator's systems hear of, and under which name. */
const outsideEvents: Readonly<Partial<Record<OrderEventType, OutsideEvent>>> = {
  created: 'order.created',
  paid: 'order.paid',
  cancelled: 'order.cancelled',
  work_started: 'order.processing',
  work_done: 'order.done',
  work_failed: 'order.failed',
  refund_requested: 'refund.requested',
  refund_done: 'refund.done',
  refund_failed: 'refund.failed',
};

export type AdvanceDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

/**
 * @throws AppError `illegal_transition` where the table does not allow the event now.
 * The caller holds the order's lock.
 */
export async function advanceOrder(
  deps: AdvanceDeps,
  tx: StoreTransaction,
  order: Order,
  event: OrderEvent,
  actor: Actor,
  requestId: string | null,
): Promise<Order> {
  const next = applyEvent(order, event);
  if (next === undefined) {
    throw new AppError(
      'illegal_transition',
      `The order does not allow this: its status is ${order.money.status}, its deal_status ${order.deal.status}.`,
    );
  }
  await tx.saveOrder(next, { seq: next.version, event, actor });
  tx.announce({ kind: 'order_changed', orderNo: order.orderNo });
  await announceTransition(deps, tx, next, event.type, requestId);
  return next;
}

export async function announceTransition(
  deps: AdvanceDeps,
  tx: StoreTransaction,
  order: Order,
  event: OrderEventType,
  requestId: string | null,
): Promise<void> {
  const name = outsideEvents[event];
  if (name !== undefined) await announceOutside(deps, tx, name, order, requestId);
}
