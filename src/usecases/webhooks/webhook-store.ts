/** What the use cases need of the database for webhook events. */

import type { Instant } from '../../domain/zoned-time.ts';

/** An event for the shop's own systems, kept so that it can be sent again as it was. */
export interface WebhookEventRecord {
  readonly eventId: string;
  readonly orderId: number;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Instant;
  /** When the shop's system took it, the last time; null: it has not. */
  readonly deliveredAt: Instant | null;
}

export interface WebhookReads {
  /** Oldest first. */
  ofOrder(orderId: number): Promise<WebhookEventRecord[]>;
}

export interface WebhookWrites extends WebhookReads {
  insert(event: WebhookEventRecord): Promise<void>;
  recordDelivery(eventId: string, at: Instant): Promise<void>;
  purge(before: Instant): Promise<void>;
}
