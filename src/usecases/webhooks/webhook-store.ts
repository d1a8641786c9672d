/** The part of the store's port for webhook events and their deliveries. */

import type { Instant } from '../../domain/zoned-time.ts';

/** A webhook event, stored so that it can be sent again unchanged. */
export interface WebhookEventRecord {
  readonly eventId: string;
  /** Null: the event is about no order that the service knows. */
  readonly orderId: number | null;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Instant;
}

/**
 * `waiting`: a job will send the event. `held`: the delivery has no job; the schedule `release_webhooks` adds a job
 * when the endpoint is active. `failed`: the attempts are used up.
 */
export const deliveryStates = ['waiting', 'held', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly endpointId: number;
  /** The time of the event. */
  readonly createdAt: Instant;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastAttemptAt: Instant | null;
  /** The HTTP status of the last attempt; null: no response. */
  readonly lastStatus: number | null;
  /** Null: the last attempt succeeded, or there was no attempt. */
  readonly lastError: string | null;
  /** When the endpoint last accepted the event; null: not yet. */
  readonly deliveredAt: Instant | null;
}

export interface LoggedDelivery extends WebhookDelivery {
  readonly type: string;
  readonly orderId: number | null;
}

/** The position of an event in a list; the next page begins after it. */
export interface EventCursor {
  readonly createdAt: Instant;
  readonly eventId: string;
}

/** An event must match every field that is not null. `to` is exclusive. */
export interface EventFilter {
  readonly type: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export interface DeliveryFilter {
  readonly endpointId: number;
  readonly state: DeliveryState | null;
}

export interface Attempted {
  readonly eventId: string;
  readonly endpointId: number;
  readonly at: Instant;
  readonly status: number | null;
}

/** The events of a time range that are to be sent to an endpoint again, and whose deliveries are not held yet. */
export interface Replay {
  readonly endpointId: number;
  /** The last event whose delivery is held: the range begins after it. */
  readonly after: EventCursor;
  /** Exclusive. */
  readonly to: Instant;
  /** Whether to include events that the endpoint has accepted already; false: only the other events. */
  readonly deliveredToo: boolean;
}

export interface StoredReplay extends Replay {
  readonly id: number;
}

/** A page of a replay. */
export interface ReplayPage extends Pick<Replay, 'endpointId' | 'after' | 'deliveredToo'> {
  /** The types of events that the endpoint receives; empty: all types. */
  readonly events: readonly string[];
  /** The last event of the page. */
  readonly through: EventCursor;
}

export interface WebhookReads {
  byId(eventId: string): Promise<WebhookEventRecord | undefined>;
  /** Returns the events of an order, oldest first. */
  ofOrder(orderId: number): Promise<WebhookEventRecord[]>;
  /** The deliveries of the events of an order, oldest event first. */
  deliveriesOfOrder(orderId: number): Promise<WebhookDelivery[]>;
  deliveriesOf(eventId: string): Promise<WebhookDelivery[]>;
  /** The matching events, newest first: at most `limit`, older than `before`. */
  search(filter: EventFilter, before: EventCursor | null, limit: number): Promise<WebhookEventRecord[]>;
  /** The deliveries to an endpoint, newest first: at most `limit`, older than `before`. */
  deliveryLog(filter: DeliveryFilter, before: EventCursor | null, limit: number): Promise<LoggedDelivery[]>;
  /**
   * Returns the last of the first `limit` events that are newer than `after` and older than `to`; undefined: there are
   * at most `limit` such events.
   */
  endOfPage(after: EventCursor, to: Instant, limit: number): Promise<EventCursor | undefined>;
  /** The replays that are not finished, oldest first. */
  replays(): Promise<StoredReplay[]>;
  /** Held deliveries to an endpoint, oldest first. */
  held(endpointId: number, limit: number): Promise<WebhookDelivery[]>;
}

export interface WebhookWrites extends WebhookReads {
  insert(event: WebhookEventRecord): Promise<void>;
  insertDelivery(
    delivery: Pick<WebhookDelivery, 'eventId' | 'endpointId' | 'createdAt' | 'state'>,
  ): Promise<void>;
  /** @returns whether the delivery exists. It is deleted with its order, or after its retention. */
  setDeliveryState(eventId: string, endpointId: number, state: DeliveryState): Promise<boolean>;
  recordSuccess(attempted: Attempted): Promise<void>;
  recordFailure(attempted: Attempted, error: string, isLast: boolean): Promise<void>;
  /**
   * Changes the deliveries of a page's events to the endpoint to `held`, and adds deliveries of events that had none
   * for this endpoint. Waiting deliveries stay unchanged.
   * @returns the number of deliveries that this call has changed or added.
   */
  holdForReplay(page: ReplayPage): Promise<number>;
  insertReplay(replay: Replay): Promise<void>;
  moveReplay(id: number, after: EventCursor): Promise<void>;
  removeReplay(id: number): Promise<void>;
  purge(before: Instant): Promise<void>;
}
