/** Lists the deliveries to an endpoint, and sends events again: one event, or all events of a time range. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { holdPage } from './hold-for-replay.ts';
import { endpointOf, unknownEndpoint } from './manage-endpoints.ts';
import { releaseSoon, sendAgain } from './release-webhooks-job.ts';
import type { DeliveryFilter, EventCursor, LoggedDelivery } from './webhook-store.ts';

/** Newest first. @throws AppError `forbidden`, `unknown_item` */
export async function listDeliveries(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  filter: DeliveryFilter,
  before: EventCursor | null,
  limit: number,
): Promise<LoggedDelivery[]> {
  requirePermission(caller, 'webhooks_see');
  if ((await store.read.webhookEndpoints.byId(filter.endpointId)) === undefined) throw unknownEndpoint();
  return store.read.webhooks.deliveryLog(filter, before, limit);
}

/**
 * Sends one event again with the same id and bytes. An endpoint that is not active gets the event when it is active
 * again.
 * @throws AppError `forbidden`, `unknown_item`
 */
export async function replayEvent(
  deps: ActDeps,
  caller: OperatorCaller,
  endpointId: number,
  eventId: string,
): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { tx } = act;
    const { state } = await endpointOf(act, endpointId);
    const event = await tx.webhooks.byId(eventId);
    if (event === undefined)
      throw new AppError('unknown_item', 'There is no such event.', { reason: 'unknown_event' });
    const { createdAt } = event;
    await tx.webhooks.insertDelivery({ eventId, endpointId, createdAt, state: 'held' });
    if (state === 'active') await sendAgain(act, event, endpointId);
    else await tx.webhooks.setDeliveryState(eventId, endpointId, 'held');
    await recordAudit(act, caller, {
      action: 'webhooks_replayed',
      targetKind: 'webhook_endpoint',
      targetId: String(endpointId),
      reason: null,
      before: null,
      after: { event_id: eventId },
    });
  });
}

export interface ReplayedRange {
  /** The number of events that will be sent, of those that the call has examined. */
  readonly events: number;
  /** Whether the range has further events, which the job `release_webhooks` examines. */
  readonly more: boolean;
}

export interface ReplayRange {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  /** Whether to send events again that the endpoint has accepted already; false: only the other events are sent. */
  readonly deliveredToo: boolean;
}

/**
 * Sends the events of a time range to an endpoint again: all events of the types that the endpoint receives,
 * including events that are older than the endpoint. @throws AppError `forbidden`, `invalid_parameters`, `unknown_item`
 */
export async function replayRange(
  deps: ActDeps,
  caller: OperatorCaller,
  endpointId: number,
  range: ReplayRange,
): Promise<ReplayedRange> {
  requirePermission(caller, 'jobs_retry');
  if (range.to < range.from) throw invalidParameter('to', 'day_order', 'must not be before `from`');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    const { tx } = act;
    const { events } = await endpointOf(act, endpointId);
    // No event has an empty id, so the first page begins with the first event of the time `from`.
    const after = { createdAt: range.from, eventId: '' };
    const replay = { endpointId, after, to: range.to, deliveredToo: range.deliveredToo };
    const { count, next } = await holdPage(act, replay, events);
    if (next !== null) await tx.webhooks.insertReplay({ ...replay, after: next });
    await releaseSoon(act);
    await recordAudit(act, caller, {
      action: 'webhooks_replayed',
      targetKind: 'webhook_endpoint',
      targetId: String(endpointId),
      reason: null,
      before: null,
      after: {
        from: new Date(range.from).toISOString(),
        to: new Date(range.to).toISOString(),
        events: count,
        more: next !== null,
      },
    });
    return { events: count, more: next !== null };
  });
}
