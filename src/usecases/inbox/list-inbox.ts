/**
 * Lists everything that waits for a person, with its age, its owner and its notes. The items are derived from what the
 * topics store, so that an item leaves the inbox as soon as its cause is gone.
 */

import type { OperatorCaller } from '../callers/caller.ts';
import { hasPermission, requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { InboxItem, InboxSource, InboxTopic } from '../ports/inbox-source.ts';
import type { StoreReads } from '../ports/store.ts';
import { inboxSources } from './inbox-sources.ts';
import type { NoteTarget } from './inbox-store.ts';

/** The maximum number of items of one topic. After an outage, a topic can have thousands. */
export const itemsPerTopicMax = 100;

export interface ListedItem extends InboxItem {
  readonly topic: InboxTopic;
  /** The name of the operator who works on the item. */
  readonly owner: string | null;
  readonly noteCount: number;
}

export interface Inbox {
  /** Oldest first. */
  readonly items: readonly ListedItem[];
  /** The topics that have more items than the list contains. */
  readonly cutTopics: readonly InboxTopic[];
}

/** @throws AppError `forbidden`. */
export async function listInbox(
  { store, jobs }: Pick<Deps, 'store' | 'jobs'>,
  caller: OperatorCaller,
): Promise<Inbox> {
  requirePermission(caller, 'orders_see');
  const items: ListedItem[] = [];
  const cutTopics: InboxTopic[] = [];
  for (const source of inboxSources(jobs)) {
    if (!hasPermission(caller, source.permission)) continue;
    const found = await source.open(store.read, itemsPerTopicMax + 1);
    if (found.length > itemsPerTopicMax) cutTopics.push(source.topic);
    items.push(...(await withOwners(store.read, source.topic, found.slice(0, itemsPerTopicMax))));
  }
  items.sort((a, b) => a.since - b.since || a.id - b.id);
  return { items, cutTopics };
}

/**
 * The target of the notes about an item. For an item that belongs to an order, the target is the order, so that the
 * page of the order shows the same notes.
 */
export function noteTargetOf(topic: InboxTopic, { id, orderId }: InboxItem): NoteTarget {
  return orderId === null ? { targetKind: topic, targetId: id } : { targetKind: 'order', targetId: orderId };
}

async function withOwners(
  { inbox }: StoreReads,
  topic: InboxTopic,
  items: readonly InboxItem[],
): Promise<ListedItem[]> {
  if (items.length === 0) return [];
  const [first, last] = rangeOf(items.map(({ id }) => id));
  const owners = new Map(
    (await inbox.owners(topic, first, last)).map(({ itemId, owner }) => [itemId, owner]),
  );
  const counts = await noteCounts(inbox, topic, items);
  return items.map((item) => ({
    ...item,
    topic,
    owner: owners.get(item.id) ?? null,
    noteCount: counts.get(keyOf(noteTargetOf(topic, item))) ?? 0,
  }));
}

/**
 * Counts the notes of each item. Runs one query for each kind of target, over the range of all ids, instead of one
 * query for each item.
 */
async function noteCounts(
  inbox: StoreReads['inbox'],
  topic: InboxTopic,
  items: readonly InboxItem[],
): Promise<ReadonlyMap<string, number>> {
  const targets = items.map((item) => noteTargetOf(topic, item));
  const counts = new Map<string, number>();
  for (const targetKind of new Set(targets.map((target) => target.targetKind))) {
    const ids = targets.filter((target) => target.targetKind === targetKind).map(({ targetId }) => targetId);
    const [first, last] = rangeOf(ids);
    for (const { targetId, count } of await inbox.noteCounts(targetKind, first, last)) {
      counts.set(keyOf({ targetKind, targetId }), count);
    }
  }
  return counts;
}

function keyOf({ targetKind, targetId }: NoteTarget): string {
  return `${targetKind} ${targetId}`;
}

function rangeOf(ids: readonly number[]): readonly [number, number] {
  return [Math.min(...ids), Math.max(...ids)];
}

/** @returns the item if it waits now and the caller may see it; otherwise undefined. */
export async function openItem(
  { store, jobs }: Pick<Deps, 'store' | 'jobs'>,
  caller: OperatorCaller,
  topic: InboxTopic,
  id: number,
): Promise<InboxItem | undefined> {
  const source = inboxSources(jobs).find((one: InboxSource) => one.topic === topic);
  if (source === undefined || !hasPermission(caller, source.permission)) return undefined;
  const found = await source.open(store.read, itemsPerTopicMax);
  return found.find((item) => item.id === id);
}
