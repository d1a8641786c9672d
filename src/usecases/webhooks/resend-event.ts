/** Shows how the webhook events of an order were delivered, and sends an event again. */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor, unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { JobAttempt } from '../jobs/job-store.ts';
import type { JobView } from '../jobs/view-job.ts';
import { deliverWebhookJob } from './deliver-webhook-job.ts';
import type { WebhookEventRecord } from './webhook-store.ts';

export interface SentEvent {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly deliveredAt: Instant | null;
  readonly lastError: string | null;
  readonly attempts: number;
}

export function sentEventOf(
  { eventId, type, createdAt, deliveredAt }: WebhookEventRecord,
  jobs: readonly JobView[],
  jobAttempts: readonly JobAttempt[],
): SentEvent {
  const job = jobs.find((view) => view.job.kind === deliverWebhookJob.kind && view.job.key === eventId)?.job;
  const ended = jobAttempts.filter(({ kind, key }) => kind === deliverWebhookJob.kind && key === eventId);
  const last = ended.at(-1);
  return {
    eventId,
    type,
    createdAt,
    deliveredAt,
    lastError: last?.end === 'done' ? null : (last?.error ?? job?.lastError ?? null),
    // Old records of attempts are purged, but the job row still holds the number of attempts.
    attempts: Math.max(ended.length, job?.attempts ?? 0),
  };
}

/**
 * Sends the event again with the same id and body, so that the receiver can recognise the repetition.
 * @throws AppError `forbidden`, `unknown_order`, `unknown_item`, `illegal_transition` (no endpoint is set).
 */
export async function resendEvent(
  deps: ActDeps,
  caller: OperatorCaller,
  orderNo: string,
  eventId: string,
): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  if (deps.settings.eventsUrl === null) {
    throw new AppError('illegal_transition', 'No webhook address is configured.', {
      reason: 'webhooks_not_configured',
    });
  }
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { tx } = act;
    const order = await tx.orders.lock(orderNo);
    if (order === undefined) throw unknownOrder();
    const event = (await tx.webhooks.ofOrder(order.id)).find((record) => record.eventId === eventId);
    if (event === undefined)
      throw new AppError('unknown_item', 'The order has no such event.', { reason: 'unknown_event' });
    const now = act.clock.now();
    for (const job of await tx.jobs.named({ kind: deliverWebhookJob.kind, key: eventId })) {
      if (job.state === 'dead') await tx.jobs.retryDead(job.id, now);
      else await tx.jobs.makeDue(job.id, now);
    }
    // Adds nothing if one of these jobs waits or runs.
    await deliverWebhookJob.enqueue(act, eventId, { type: event.type, body: event.body });
    await recordAudit(act, caller, {
      action: 'event_resent',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: null,
      after: { event_id: eventId, type: event.type },
    });
  });
}
