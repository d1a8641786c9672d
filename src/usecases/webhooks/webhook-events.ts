/**
 * Events for the operator's own systems: written as delivery jobs in the transaction that they tell of, and
 * kept, so that one can be sent again as it was.
 */

import type { Order } from '../../domain/order.ts';
import { formatDateTime, type Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { newEventId } from '../numbers.ts';
import type { OutsideEventRecord } from '../ports/console-orders.ts';
import type { StoreTransaction } from '../ports/store.ts';

export type OutsideEvent =
  | 'order.created'
  | 'order.paid'
  | 'order.cancelled'
  | 'order.processing'
  | 'order.done'
  | 'order.failed'
  | 'refund.requested'
  | 'refund.done'
  | 'refund.failed'
  | 'membership.extended';

/** About three days with growing pauses. */
const deliveryAttemptsMax = 12;

/** Nothing is written while no endpoint is set: an order then costs two rows, not four. */
export async function announceOutside(
  deps: Pick<Deps, 'clock' | 'random' | 'settings'>,
  tx: StoreTransaction,
  type: OutsideEvent,
  order: Order,
  requestId: string | null,
  more: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { settings, clock, random } = deps;
  if (settings.eventsUrl === null) return;
  const now = clock.now();
  const eventId = newEventId(now, random);
  const body = JSON.stringify({
    type,
    timestamp: new Date(now).toISOString(),
    data: { ...describe(order, deps), ...more },
  });
  const event = { eventId, orderId: order.id, type, body, createdAt: now, deliveredAt: null };
  await tx.insertOutsideEvent(event);
  await enqueueDelivery(tx, event, now, requestId);
}

/** Nothing is added while a delivery of this event waits or runs. */
export async function enqueueDelivery(
  tx: StoreTransaction,
  { eventId, type, body }: OutsideEventRecord,
  now: Instant,
  requestId: string | null,
): Promise<void> {
  await tx.enqueue({
    kind: 'deliver_event',
    key: eventId,
    payload: { event_id: eventId, type, body },
    priority: 0,
    runAt: now,
    attemptsMax: deliveryAttemptsMax,
    requestId,
  });
  tx.announce({ kind: 'jobs_ready' });
}

function describe(order: Order, { settings }: Pick<Deps, 'settings'>): Record<string, unknown> {
  return {
    order_no: order.orderNo,
    user_id: order.userId,
    goods_id: order.goodsId,
    funct_name: order.functName,
    price: order.priceMinor,
    currency: order.currency,
    status: order.money.status,
    deal_status: order.deal.status,
    create_time: formatDateTime(order.createdAt, settings.zone),
  };
}
