/**
 * Delivers one event to the operator's system, following Standard Webhooks: signed, retried for almost three days,
 * with the same id in every attempt. Never logs the secret or the body.
 */

import { Webhook } from 'standardwebhooks';
import type { JobHandler } from '../usecases/ports/job-handler.ts';
import { textOf } from '../usecases/ports/jobs.ts';
import type { Clock } from '../usecases/ports/tools.ts';
import type { PostEvent } from './webhook-poster.ts';

export interface EventEndpoint {
  readonly url: string;
  /** `whsec_` followed by base64. */
  readonly secret: string;
}

export interface DeliverEventParts {
  /** Null: no endpoint is configured. Events that are still waiting are then dropped. */
  readonly endpoint: EventEndpoint | null;
  readonly clock: Clock;
  readonly post: PostEvent;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses after the first attempts; `pauseMaxMs` after the others. Twelve attempts take about 2.7 days. */
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

/** "410 Gone": the receiver wants no more events. */
const gone = 410;

/** @throws Error when Standard Webhooks does not accept the secret. */
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
        log.warn({ eventId, type }, 'webhook dropped: EVENTS_URL is not set');
        return { kind: 'done' };
      }
      // The time of this attempt and not of the event, because receivers refuse timestamps that are minutes old.
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
        log.info({ eventId, type, status }, 'webhook delivered');
        return { kind: 'done', commit: (tx) => tx.webhooks.recordDelivery(eventId, clock.now()) };
      }
      if (status === gone) {
        log.error({ eventId, type, status }, 'webhook endpoint is gone: correct or unset EVENTS_URL');
        return { kind: 'hopeless', error: 'the endpoint answered 410' };
      }
      throw new Error(`the endpoint answered ${status}`);
    },
  };
}
