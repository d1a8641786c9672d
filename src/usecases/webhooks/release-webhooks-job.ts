/**
 * Job `release_webhooks`, a schedule: adds the jobs of deliveries that are held for an active endpoint, after a pause
 * has ended or an operator asked for a replay. Also holds the deliveries of long replays.
 */

import { type Act, type ActDeps, perform, system } from '../act.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { deliverWebhookJob, deliveryKey } from './deliver-webhook-job.ts';
import { continueReplays } from './hold-for-replay.ts';
import type { WebhookEventRecord } from './webhook-store.ts';

const everyMs = 60_000;
const pageSize = 200;
const kind = 'release_webhooks';
const cause = { actor: system, requestId: null };

export const releaseWebhooksJob = defineJob({
  kind,
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ActDeps, _job, { signal }) {
    let hasMore = await perform(deps, cause, continueReplays);
    for (const { id, state } of await deps.store.read.webhookEndpoints.all()) {
      signal.throwIfAborted();
      if (state !== 'active') continue;
      const released = await perform(deps, cause, (act) => release(act, id));
      if (released === pageSize) hasMore = true;
    }
    const now = deps.clock.now();
    return { kind: 'again', runAt: hasMore ? now : now + everyMs, counted: false };
  },
});

/** Makes the schedule run now. */
export async function releaseSoon({ tx, clock }: Pick<Act, 'tx' | 'clock'>): Promise<void> {
  await tx.jobs.runBy(kind, clock.now());
}

async function release(act: Act, endpointId: number): Promise<number> {
  const { tx } = act;
  const endpoint = await tx.webhookEndpoints.byId(endpointId);
  if (endpoint?.state !== 'active') return 0;
  const held = await tx.webhooks.held(endpointId, pageSize);
  for (const { eventId } of held) {
    const event = await tx.webhooks.byId(eventId);
    if (event !== undefined) await sendAgain(act, event, endpointId);
    else await tx.webhooks.setDeliveryState(eventId, endpointId, 'failed');
  }
  return held.length;
}

/**
 * Sends the event to the endpoint again, with the same id and bytes as the first time. If a job of this delivery is
 * waiting, makes it due now instead of adding a job.
 */
export async function sendAgain(act: Act, event: WebhookEventRecord, endpointId: number): Promise<void> {
  const { tx, clock } = act;
  const { eventId, type, body } = event;
  const key = deliveryKey(eventId, endpointId);
  for (const job of await tx.jobs.named({ kind: deliverWebhookJob.kind, key })) {
    if (job.state === 'dead') await tx.jobs.retryDead(job.id, clock.now());
    else await tx.jobs.makeDue(job.id, clock.now());
  }
  await deliverWebhookJob.enqueue(act, key, { type, body });
  await tx.webhooks.setDeliveryState(eventId, endpointId, 'waiting');
}
