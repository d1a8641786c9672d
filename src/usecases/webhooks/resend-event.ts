/** Events for the shop's own systems: how each was delivered, and sending one again as it was. */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ConsoleCaller, noteAct, requirePermission } from '../callers/console-caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { JobView } from '../jobs/view-job.ts';
import type { JobAttempt, OutsideEventRecord } from '../ports/console-orders.ts';
import { enqueueDelivery } from './webhook-events.ts';

export interface SentEvent {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly deliveredAt: Instant | null;
  readonly lastError: string | null;
  readonly attempts: number;
}

export function sentEventOf(
  { eventId, type, createdAt, deliveredAt }: OutsideEventRecord,
  jobs: readonly JobView[],
  jobAttempts: readonly JobAttempt[],
): SentEvent {
  const job = jobs.find((view) => view.job.kind === 'deliver_event' && view.job.key === eventId)?.job;
  const ended = jobAttempts.filter(({ kind, key }) => kind === 'deliver_event' && key === eventId);
  const last = ended.at(-1);
  return {
    eventId,
    type,
    createdAt,
    deliveredAt,
    lastError: last?.end === 'done' ? null : (last?.error ?? job?.lastError ?? null),
    // What was tried long ago is still counted by the job.
    attempts: Math.max(ended.length, job?.attempts ?? 0),
  };
}

/**
 * Under its first id and with its first body, so that a receiver that had it knows it again.
 * @throws AppError `forbidden`, `unknown_order`, `unknown_item`, `illegal_transition` (no endpoint is set).
 */
export async function resendEvent(
  deps: Pick<ConsoleDeps, 'store' | 'clock' | 'settings'>,
  caller: ConsoleCaller,
  orderNo: string,
  eventId: string,
): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  if (deps.settings.eventsUrl === null) {
    throw new AppError('illegal_transition', 'No webhook address is configured.', {
      reason: 'webhooks_not_configured',
    });
  }
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderNo);
    if (order === undefined) throw unknownOrder();
    const event = (await tx.outsideEventsOf(order.id)).find((record) => record.eventId === eventId);
    if (event === undefined) {
      throw new AppError('unknown_item', 'The order has no such event.', { reason: 'unknown_event' });
    }
    const now = deps.clock.now();
    for (const job of await tx.jobsNamed({ kind: 'deliver_event', key: eventId })) {
      if (job.state === 'dead') await tx.reviveJob(job.id, now);
      else await tx.hastenJob(job.id, now);
    }
    // Does nothing where one of those waits or runs.
    await enqueueDelivery(tx, event, now, caller.requestId);
    await noteAct(deps, tx, caller, {
      action: 'event_resent',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: null,
      after: { event_id: eventId, type: event.type },
    });
  });
}
