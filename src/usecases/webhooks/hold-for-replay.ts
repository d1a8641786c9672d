/**
 * Holds the deliveries of a replay in pages, because a range can contain millions of events, and a transaction on
 * SQLite blocks all other writers. The first page belongs to the call of the operator; `release_webhooks` holds one
 * more page of each replay in each run.
 */

import type { Act } from '../act.ts';
import type { EventCursor, Replay } from './webhook-store.ts';

/** The number of events in a page: holding them takes about ten milliseconds. */
const pageSize = 1_000;

interface HeldPage {
  /** The number of deliveries that are held now and were not before. */
  readonly count: number;
  /** The position of the next page; null: this page was the last. */
  readonly next: EventCursor | null;
}

/** @param events the types of events that the endpoint receives; empty: all types. */
export async function holdPage(
  { tx }: Pick<Act, 'tx'>,
  { endpointId, after, to, deliveredToo }: Replay,
  events: readonly string[],
): Promise<HeldPage> {
  const end = await tx.webhooks.endOfPage(after, to, pageSize);
  // No event has an empty id, so this cursor is before every event of the time `to`, which the range excludes.
  const through = end ?? { createdAt: to, eventId: '' };
  const count = await tx.webhooks.holdForReplay({ endpointId, events, after, through, deliveredToo });
  return { count, next: end ?? null };
}

/** Holds the next page of each replay. @returns whether a replay has more pages. */
export async function continueReplays({ tx }: Pick<Act, 'tx'>): Promise<boolean> {
  let hasMore = false;
  for (const replay of await tx.webhooks.replays()) {
    const endpoint = await tx.webhookEndpoints.byId(replay.endpointId);
    const next = endpoint === undefined ? null : (await holdPage({ tx }, replay, endpoint.events)).next;
    if (next === null) await tx.webhooks.removeReplay(replay.id);
    else await tx.webhooks.moveReplay(replay.id, next);
    hasMore ||= next !== null;
  }
  return hasMore;
}
