/**
 * Writes a webhook event and the job that delivers it, in the transaction of the change that it reports. The event is
 * stored, so that it can be sent again unchanged.
 */

import type { Order } from '../../domain/order.ts';
import { formatDateTime } from '../../domain/zoned-time.ts';
import type { Act } from '../act.ts';
import { newEventId } from '../public-ids.ts';
import type { Settings } from '../settings.ts';
import { deliverWebhookJob } from './deliver-webhook-job.ts';

export type WebhookEvent =
  | 'order.created'
  | 'order.paid'
  | 'order.cancelled'
  | 'order.processing'
  | 'order.done'
  | 'order.failed'
  | 'refund.requested'
  | 'refund.done'
  | 'refund.failed'
  | 'membership.extended'
  | 'payment.disputed'
  | 'reconciliation.difference';

/**
 * Writes nothing when no webhook endpoint is set, which saves two rows for each event.
 * @param order null: the event is about no order that the service knows. Its data is only `more`.
 */
export async function addWebhook(
  act: Omit<Act, 'actor'>,
  type: WebhookEvent,
  order: Order | null,
  more: Readonly<Record<string, string | number | null>> = {},
): Promise<void> {
  const { tx, clock, random, settings } = act;
  if (settings.eventsUrl === null) return;
  const now = clock.now();
  const eventId = newEventId(now, random);
  const body = JSON.stringify({
    type,
    timestamp: new Date(now).toISOString(),
    data: { ...(order === null ? {} : orderData(order, settings)), ...more },
  });
  await tx.webhooks.insert({
    eventId,
    orderId: order?.id ?? null,
    type,
    body,
    createdAt: now,
    deliveredAt: null,
  });
  await deliverWebhookJob.enqueue(act, eventId, { type, body });
}

function orderData(order: Order, { zone }: Pick<Settings, 'zone'>): Record<string, unknown> {
  return {
    order_no: order.orderNo,
    user_id: order.userId,
    goods_id: order.goodsId,
    funct_name: order.functName,
    price: order.priceMinor,
    currency: order.currency,
    status: order.money.status,
    deal_status: order.deal.status,
    create_time: formatDateTime(order.createdAt, zone),
  };
}
