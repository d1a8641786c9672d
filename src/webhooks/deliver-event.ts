/**
 * Tells the operator's system of an event, by Standard Webhooks: signed, repeated over days until it is taken,
 * always under the same id. It decides nothing about orders, and never logs the secret or the body.
 */

import { Webhook } from 'standardwebhooks';
import type { JobHandler } from '../usecases/ports/job-handler.ts';
import { textOf } from '../usecases/ports/jobs.ts';
import type { Clock } from '../usecases/ports/tools.ts';
import type { PostEvent } from './webhook-poster.ts';

export interface EventEndpoint {
  readonly url: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

export interface DeliverEventParts {
  /** Null: none is set (any more); what still waits is dropped. */
  readonly endpoint: EventEndpoint | null;
  readonly clock: Clock;
  readonly post: PostEvent;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Twelve attempts last about two days and three quarters. */
const pausesMs = [
  5 * second,
  minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  12 * hour,
] as const;
const pauseMaxMs = 12 * hour;

/** "410 Gone": the receiver wants no more of it. */
const gone = 410;

/** @throws Error when the secret is not one of Standard Webhooks. */
export function deliverEventHandler({ endpoint, clock, post }: DeliverEventParts): JobHandler {
  const webhook = endpoint === null ? null : new Webhook(endpoint.secret);
  return {
    kind: 'deliver_event',
    leaseMs: 60_000,
    backOffMs: (attempt) => pausesMs[attempt - 1] ?? pauseMaxMs,
    async run(job, { log, signal }) {
      const eventId = textOf(job.payload, 'event_id');
      const type = textOf(job.payload, 'type');
      const body = textOf(job.payload, 'body');
      if (endpoint === null || webhook === null) {
        log.warn({ eventId, type }, 'event dropped: no endpoint is set');
        return { kind: 'done' };
      }
      // The time of this attempt, not of the event: receivers refuse what is older than some minutes.
      const sentAt = new Date(clock.now());
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'photokiosk',
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / second)),
        'webhook-signature': webhook.sign(eventId, sentAt, body),
      };
      const status = await post(endpoint.url, headers, body, signal);
      if (status >= 200 && status < 300) {
        log.info({ eventId, type, status }, 'event delivered');
        return { kind: 'done', commit: (tx) => tx.noteDelivery(eventId, clock.now()) };
      }
      if (status === gone) {
        log.error({ eventId, type, status }, 'the events endpoint is gone: unset it, or mend it');
        return { kind: 'hopeless', error: 'the endpoint answered 410' };
      }
      throw new Error(`the endpoint answered ${status}`);
    },
  };
}
