/** The tables `webhook_endpoints`, `webhook_deliveries` and `webhook_replays`. */

import { flag, generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';

function texts(parsed: unknown): readonly string[] {
  if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed;
  throw new Error('the JSON is not a list of texts');
}

export const webhookEndpointsTable = table('webhook_endpoints', {
  id: generatedId,
  origin: oneOf('environment', 'console'),
  url: text,
  events: json(texts),
  state: oneOf('active', 'paused', 'off'),
  offReason: nullable(oneOf('gone', 'failing')),
  stateSince: integer,
  failingSince: nullable(integer),
  lastFailureAt: nullable(integer),
  /**
   * The secret of the endpoint, encrypted with a key that is derived from `SECRET_KEY`. Empty for the endpoint of
   * `EVENTS_URL`.
   */
  sealedSecret: text,
  formerSealedSecret: nullable(text),
  formerUntil: nullable(integer),
  createdAt: integer,
});

export const webhookDeliveriesTable = table('webhook_deliveries', {
  eventId: text,
  endpointId: integer,
  createdAt: integer,
  state: oneOf('waiting', 'held', 'delivered', 'failed'),
  attempts: integer,
  lastAttemptAt: nullable(integer),
  lastStatus: nullable(integer),
  lastError: nullable(text),
  deliveredAt: nullable(integer),
});

export const webhookReplaysTable = table('webhook_replays', {
  id: generatedId,
  endpointId: integer,
  afterAt: integer,
  afterId: text,
  toAt: integer,
  deliveredToo: flag,
});
