/** Lists the stored webhook events, so that a system can fetch the events that it missed. */

import type { OperatorCaller } from '../callers/caller.ts';
import { hasPermission, requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { EventCursor, EventFilter, WebhookEventRecord } from './webhook-store.ts';

/**
 * Whether the caller gets whole order numbers. Only a call with the API token of an operator who may see order
 * numbers gets them. The console always shows masked numbers.
 */
export function readsWholeNumbers(caller: OperatorCaller): boolean {
  return caller.apiToken !== undefined && hasPermission(caller, 'order_numbers_see');
}

/**
 * Returns the events newest first: at most `limit` and one more, which shows that there is a next page. The audit log
 * records each call that returns whole order numbers. @throws AppError `forbidden`
 */
export async function listEvents(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  filter: EventFilter,
  before: EventCursor | null,
  limit: number,
): Promise<WebhookEventRecord[]> {
  requirePermission(caller, 'webhooks_see');
  const found = await store.read.webhooks.search(filter, before, limit + 1);
  const events = found.slice(0, limit);
  const [newest] = events;
  const oldest = events.at(-1);
  if (readsWholeNumbers(caller) && newest !== undefined && oldest !== undefined) {
    await store.transaction((tx) =>
      recordAudit({ tx, clock }, caller, {
        action: 'events_read',
        targetKind: 'operator',
        targetId: caller.operator.name,
        reason: null,
        before: null,
        after: { events: events.length, newest: newest.eventId, oldest: oldest.eventId },
      }),
    );
  }
  return found;
}
