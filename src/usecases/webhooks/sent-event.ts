/** Sums up for the page of an order how one event was delivered to all endpoints. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { WebhookDelivery, WebhookEventRecord } from './webhook-store.ts';

export interface SentEvent {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Instant;
  /** When the last of the endpoints accepted the event; null: at least one has not accepted it, or all its endpoints were removed. */
  readonly deliveredAt: Instant | null;
  readonly lastError: string | null;
  readonly attempts: number;
}

export function sentEventOf(
  { eventId, type, createdAt }: WebhookEventRecord,
  all: readonly WebhookDelivery[],
): SentEvent {
  const deliveries = all.filter((delivery) => delivery.eventId === eventId);
  const times = deliveries.map(({ deliveredAt }) => deliveredAt);
  const isDelivered = times.length > 0 && times.every((at) => at !== null);
  return {
    eventId,
    type,
    createdAt,
    deliveredAt: isDelivered ? Math.max(...times.filter((at) => at !== null)) : null,
    lastError: deliveries.map(({ lastError }) => lastError).find((error) => error !== null) ?? null,
    attempts: deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
  };
}
