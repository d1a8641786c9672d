/** Writes webhook endpoints, deliveries and events for the console's API. */

import { createHash } from 'node:crypto';
import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../../usecases/callers/caller.ts';
import { hasPermission } from '../../usecases/callers/permissions.ts';
import type { WebhookEndpoint } from '../../usecases/webhooks/endpoint-store.ts';
import { originOf } from '../../usecases/webhooks/manage-endpoints.ts';
import type {
  EventCursor,
  LoggedDelivery,
  WebhookEventRecord,
} from '../../usecases/webhooks/webhook-store.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';

/** @returns a text that changes when the address or the events change. */
export function endpointVersionOf({ url, events }: Pick<WebhookEndpoint, 'url' | 'events'>): string {
  return createHash('sha256')
    .update(JSON.stringify([url, events]))
    .digest('base64url')
    .slice(0, 16);
}

export function endpointToWire(endpoint: WebhookEndpoint, caller: OperatorCaller, now: Instant) {
  const { events, formerUntil } = endpoint;
  const url = hasPermission(caller, 'webhooks_manage') ? endpoint.url : originOf(endpoint.url);
  return {
    id: endpoint.id,
    origin: endpoint.origin,
    url,
    events: [...events],
    state: endpoint.state,
    off_reason: endpoint.offReason,
    state_since: utcText(endpoint.stateSince),
    failing_since: utcTextOrNull(endpoint.failingSince),
    former_secret_until: utcTextOrNull(formerUntil !== null && formerUntil > now ? formerUntil : null),
    created_at: utcText(endpoint.createdAt),
    // Of the visible address, so that the version reveals nothing about a secret in the path.
    version: endpointVersionOf({ url, events }),
  };
}

export function deliveryToWire(delivery: LoggedDelivery) {
  return {
    event_id: delivery.eventId,
    type: delivery.type,
    order_id: delivery.orderId,
    created_at: utcText(delivery.createdAt),
    state: delivery.state,
    attempts: delivery.attempts,
    last_attempt_at: utcTextOrNull(delivery.lastAttemptAt),
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    delivered_at: utcTextOrNull(delivery.deliveredAt),
  };
}

export function eventToWire({ eventId, type, createdAt, orderId, body }: WebhookEventRecord) {
  const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: Record<string, unknown> };
  return { event_id: eventId, type, created_at: utcText(createdAt), order_id: orderId, timestamp, data };
}

const cursorForm = /^(\d{1,15})-(\w{1,64})$/;

/** @throws AppError `invalid_parameters` */
export function eventCursor(before: string | undefined): EventCursor | null {
  if (before === undefined) return null;
  const [, createdAt, eventId] = cursorForm.exec(before) ?? [];
  if (createdAt === undefined || eventId === undefined)
    throw invalidParameter('before', 'not_a_cursor', 'must be the `before` of the previous page');
  return { createdAt: Number(createdAt), eventId };
}

/** One row more than the page holds shows whether there is a next page. */
export function pageOf<Row extends EventCursor>(found: readonly Row[], limit: number) {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, before: last === undefined ? null : `${last.createdAt}-${last.eventId}` };
}
