/**
 * Writes a webhook event, and a delivery with its job for each endpoint that receives events of this type. The rows
 * are written in the transaction of the change that the event reports. The event is stored, so that it can be sent
 * again unchanged.
 */

import type { Order } from '../../domain/order.ts';
import type { WebhookEvent } from '../../domain/webhook-events.ts';
import { formatDateTime } from '../../domain/zoned-time.ts';
import type { Act } from '../act.ts';
import { isErasedOrder } from '../callers/is-erased-order.ts';
import { newEventId } from '../public-ids.ts';
import type { Settings } from '../settings.ts';
import { deliverWebhookJob, deliveryKey } from './deliver-webhook-job.ts';
import type { EndpointWish } from './endpoint-store.ts';
import type { WebhookEventRecord } from './webhook-store.ts';

/** Fields of an event's data, in addition to the fields of the order. */
export type WebhookData = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Writes nothing if no endpoint receives events of this type, so that such an event does not cost a row for the
 * event, a delivery and a job. Writes nothing about an erased order either: the erasure has deleted its events, and a
 * provider can report late money, refunds and disputes of the order for months.
 * @param order null: the event is about no order that the service knows, and its data is only `more`.
 */
export async function addWebhook(
  act: Omit<Act, 'actor'>,
  type: WebhookEvent,
  order: Order | null,
  more: WebhookData = {},
): Promise<void> {
  const endpoints = (await act.tx.webhookEndpoints.wishes()).filter((endpoint) => wants(endpoint, type));
  if (endpoints.length === 0) return;
  if (order !== null && (await isErasedOrder(act.tx, order))) return;
  const data = { ...(order === null ? {} : orderData(order, act.settings)), ...more };
  await writeEvent(act, endpoints, type, order?.id ?? null, data);
}

/**
 * Writes an event and its delivery to these endpoints. An endpoint that is not active gets the event when it is
 * active again.
 */
export async function writeEvent(
  act: Omit<Act, 'actor'>,
  endpoints: readonly Pick<EndpointWish, 'id' | 'state'>[],
  type: string,
  orderId: number | null,
  data: Readonly<Record<string, unknown>>,
): Promise<WebhookEventRecord> {
  const { tx, clock, random } = act;
  const createdAt = clock.now();
  const eventId = newEventId(createdAt, random);
  const body = JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data });
  const event = { eventId, orderId, type, body, createdAt };
  await tx.webhooks.insert(event);
  for (const { id: endpointId, state } of endpoints) {
    const isActive = state === 'active';
    await tx.webhooks.insertDelivery({
      eventId,
      endpointId,
      createdAt,
      state: isActive ? 'waiting' : 'held',
    });
    if (isActive) await deliverWebhookJob.enqueue(act, deliveryKey(eventId, endpointId), { type, body });
  }
  return event;
}

function wants({ events }: EndpointWish, type: WebhookEvent): boolean {
  return events.length === 0 || events.includes(type);
}

function orderData(order: Order, { zone }: Pick<Settings, 'zone'>): Record<string, unknown> {
  return {
    order_no: order.orderNo,
    order_version: order.version,
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
