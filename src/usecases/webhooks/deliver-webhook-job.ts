/**
 * Job `deliver_event`: posts one webhook event to one endpoint. Each retry sends the same event id and the same
 * bytes. Key: the event's id, `/` and the endpoint's id.
 */

import type { Act } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, type JobResult } from '../jobs/define-job.ts';
import type { JobContext } from '../ports/job-handler.ts';
import { textOf } from '../ports/jobs.ts';
import { machineTroubleOf } from '../ports/machine-trouble.ts';
import type { WebhookTarget } from '../ports/webhook-sender.ts';
import { enterEndpointGate } from './endpoint-gate.ts';
import { secretsOf } from './endpoint-secrets.ts';
import type { WebhookEndpoint } from './endpoint-store.ts';
import { noteFailure } from './switch-off.ts';

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

/** The HTTP status "410 Gone", with which a receiver reports that it has closed the endpoint permanently. */
const gone = 410;

export function deliveryKey(eventId: string, endpointId: number): string {
  return `${eventId}/${endpointId}`;
}

interface DeliveryId {
  readonly eventId: string;
  readonly endpointId: number;
}

function deliveryIdOf(key: string): DeliveryId {
  const [eventId = '', endpointId = ''] = key.split('/');
  return { eventId, endpointId: Number(endpointId) };
}

/** The error text of an attempt to which the endpoint responded with an error status. */
const statusError = (status: number) => `the endpoint answered ${status}`;
const statusIn = /^the endpoint answered (\d{3})$/;

type DeliverDeps = Pick<Deps, 'webhooks' | 'store' | 'clock' | 'factors'>;

export const deliverWebhookJob = defineJob({
  kind: 'deliver_event',
  lane: 'webhooks',
  priority: 'normal',
  attemptsMax,
  leaseMs: 60_000,
  payload: (stored) => ({ type: textOf(stored, 'type'), body: textOf(stored, 'body') }),
  // An operator may discard a dead delivery: the receiving system then lacks the event, but nothing in the service
  // waits for its delivery.
  mayBeDiscarded: true,
  purposeOf: async (_reads, { payload }) => ({ orderNo: orderNoIn(payload.body), isNeeded: true }),
  backOffMs: (attempt) => pausesMs[attempt - 1] ?? pauseMaxMs,
  async run(deps: DeliverDeps, { key, payload }, { log, signal }): Promise<JobResult> {
    const id = deliveryIdOf(key);
    const endpoint = await deps.store.read.webhookEndpoints.byId(id.endpointId);
    const facts = { ...id, type: payload.type };
    if (endpoint === undefined) {
      log.warn(facts, 'webhook dropped: the endpoint does not exist any more');
      return { kind: 'done' };
    }
    if (endpoint.state !== 'active') {
      return {
        kind: 'done',
        async commit({ tx }) {
          // When the endpoint is active again, the schedule `release_webhooks` adds a new job for the delivery.
          if (await tx.webhooks.setDeliveryState(id.eventId, id.endpointId, 'held')) return;
          log.warn(
            facts,
            'webhook dropped: the endpoint is not active and the delivery does not exist any more',
          );
        },
      };
    }
    const gate = enterEndpointGate(deps.webhooks, endpoint, deps.clock.now());
    if (gate.kind === 'wait') return gate;
    try {
      return await deliver(deps, endpoint, { ...facts, body: payload.body }, { log, signal });
    } finally {
      gate.leave();
    }
  },
  async exhausted(act, { key }, error) {
    const failure = { ...attemptedOf(act, key, error), error, isLast: true };
    if (isGone(error) || (await hasReached(act, failure))) return noteFailure(act, failure, isGone(error));
    await act.tx.webhooks.recordFailure(failure, error, true);
  },
  async retryDead({ tx }, { key }) {
    const { eventId, endpointId } = deliveryIdOf(key);
    await tx.webhooks.setDeliveryState(eventId, endpointId, 'waiting');
  },
});

/**
 * Whether an earlier attempt of the delivery called the endpoint. If not, for example because this version cannot read
 * the payload, the endpoint is not at fault.
 */
async function hasReached({ tx }: Act, { eventId, endpointId }: DeliveryId): Promise<boolean> {
  const deliveries = await tx.webhooks.deliveriesOf(eventId);
  return deliveries.some((delivery) => delivery.endpointId === endpointId && delivery.attempts > 0);
}

async function deliver(
  deps: DeliverDeps,
  endpoint: WebhookEndpoint,
  { eventId, endpointId, type, body }: DeliveryId & { readonly type: string; readonly body: string },
  { log, signal }: JobContext,
): Promise<JobResult> {
  const { webhooks, clock } = deps;
  const facts = { eventId, endpointId, type };
  const target = targetOf(deps, endpoint);
  if (target.secrets.length === 0) return failed('no secret of the endpoint opens with this SECRET_KEY');
  let status: number;
  try {
    status = await webhooks.send(target, { eventId, body }, signal);
  } catch (error) {
    // If the attempt was aborted, or failed because of this machine, it is not the fault of the endpoint, so do not
    // record a failure of the endpoint.
    if (signal.aborted || machineTroubleOf(error) !== null) throw error;
    return failed(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
  if (status >= 200 && status < 300) {
    log.info({ ...facts, status }, 'webhook delivered');
    return {
      kind: 'done',
      async commit({ tx }) {
        await tx.webhooks.recordSuccess({ eventId, endpointId, at: clock.now(), status });
        // Read the endpoint again: another delivery may have failed for the first time during this one.
        const { failingSince = null } = (await tx.webhookEndpoints.byId(endpointId)) ?? {};
        if (failingSince !== null) await tx.webhookEndpoints.setFailing(endpointId, null, null);
      },
    };
  }
  if (status !== gone) return failed(statusError(status));
  log.error({ ...facts, status }, 'webhook endpoint is gone and was switched off');
  return { kind: 'hopeless', error: statusError(status) };

  /** The result of a failed attempt. The worker computes the time of the next attempt. */
  function failed(error: string): JobResult {
    return {
      kind: 'failed',
      error,
      commit: (act) =>
        noteFailure(
          act,
          { ...attemptedOf(act, deliveryKey(eventId, endpointId), error), error, isLast: false },
          false,
        ),
    };
  }
}

function isGone(error: string): boolean {
  return error === statusError(gone);
}

function attemptedOf({ clock }: Pick<Act, 'clock'>, key: string, error: string) {
  const status = statusIn.exec(error)?.[1];
  return { ...deliveryIdOf(key), at: clock.now(), status: status === undefined ? null : Number(status) };
}

function targetOf({ webhooks, factors, clock }: DeliverDeps, endpoint: WebhookEndpoint): WebhookTarget {
  const secrets =
    endpoint.origin === 'environment'
      ? [webhooks.environmentSecret].filter((secret) => secret !== null)
      : secretsOf(factors.seals, endpoint, clock.now());
  return { url: endpoint.url, secrets };
}

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
