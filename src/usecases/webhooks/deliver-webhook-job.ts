/** Job `deliver_event`: posts one webhook event to the operator's system. Retries keep the id. Key: the event's id. */

import type { Deps } from '../deps.ts';
import { defineJob } from '../jobs/define-job.ts';
import { textOf } from '../ports/jobs.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Maximum number of attempts. Twelve attempts last about two days and 18 hours. */
const attemptsMax = 12;
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

/** The status "410 Gone": the receiver has closed the endpoint for good. */
const gone = 410;

export const deliverWebhookJob = defineJob({
  kind: 'deliver_event',
  lane: 'small',
  priority: 'normal',
  attemptsMax,
  leaseMs: 60_000,
  payload: (stored) => ({ type: textOf(stored, 'type'), body: textOf(stored, 'body') }),
  // An event may be discarded: the operator's system misses it, but nothing in the service waits for it.
  mayBeDiscarded: true,
  purposeOf: async (_reads, { payload }) => ({ orderNo: orderNoIn(payload.body), isNeeded: true }),
  backOffMs: (attempt) => pausesMs[attempt - 1] ?? pauseMaxMs,
  async run({ webhooks }: Pick<Deps, 'webhooks'>, { key: eventId, payload }, { log, signal }) {
    const { type, body } = payload;
    if (webhooks === null) {
      log.warn({ eventId, type }, 'webhook dropped: no endpoint is set');
      return { kind: 'done' };
    }
    const status = await webhooks.send({ eventId, body }, signal);
    if (status >= 200 && status < 300) {
      log.info({ eventId, type, status }, 'webhook delivered');
      return { kind: 'done', commit: ({ tx, clock }) => tx.webhooks.recordDelivery(eventId, clock.now()) };
    }
    if (status === gone) {
      log.error({ eventId, type, status }, 'webhook endpoint is gone: unset EVENTS_URL or correct it');
      return { kind: 'hopeless', error: 'the endpoint answered 410' };
    }
    throw new Error(`the endpoint answered ${status}`);
  },
});

/**
 * @returns null for a body that another version of the service wrote. A job with such a body can still be
 * listed.
 */
function orderNoIn(body: string): string | null {
  try {
    const event: unknown = JSON.parse(body);
    const orderNo = fieldOf(fieldOf(event, 'data'), 'order_no');
    return typeof orderNo === 'string' ? orderNo : null;
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
