/** The part of the store's port for webhook events. */

import type { Instant } from '../../domain/zoned-time.ts';

/** A webhook event, stored so that it can be sent again unchanged. */
export interface WebhookEventRecord {
  readonly eventId: string;
  /** Null: the event is about no order that the service knows. */
  readonly orderId: number | null;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Instant;
  /** When the operator's system last accepted the event; null: not yet. */
  readonly deliveredAt: Instant | null;
}

export interface WebhookReads {
  /** Returns the events of an order, oldest first. */
  ofOrder(orderId: number): Promise<WebhookEventRecord[]>;
}

export interface WebhookWrites extends WebhookReads {
  insert(event: WebhookEventRecord): Promise<void>;
  recordDelivery(eventId: string, at: Instant): Promise<void>;
  purge(before: Instant): Promise<void>;
}
