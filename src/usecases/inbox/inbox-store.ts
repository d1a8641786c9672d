/** The part of the store's port for the owners of inbox items and for internal notes. */

import type { Instant } from '../../domain/zoned-time.ts';
import { type InboxTopic, inboxTopics } from '../ports/inbox-source.ts';

/**
 * The operator who works on an item. The row stays when the item leaves the inbox, because the same item can return:
 * for example, the same refund can fail again.
 */
export interface ItemOwner {
  readonly topic: InboxTopic;
  readonly itemId: number;
  /** The operator's name. */
  readonly owner: string;
  readonly since: Instant;
}

/** A note is about an order, a customer, or an item of the inbox that belongs to no order. */
export const noteTargetKinds = ['order', 'user', ...inboxTopics] as const;
export type NoteTargetKind = (typeof noteTargetKinds)[number];

export interface NoteTarget {
  readonly targetKind: NoteTargetKind;
  readonly targetId: number;
}

/** What operators write for each other. Customers never see notes. */
export interface Note extends NoteTarget {
  readonly id: number;
  readonly operator: string;
  readonly text: string;
  readonly createdAt: Instant;
}

export interface NoteCount {
  readonly targetId: number;
  readonly count: number;
}

export interface InboxReads {
  /** Returns the owners of items whose ids are from `fromId` to `toId`. */
  owners(topic: InboxTopic, fromId: number, toId: number): Promise<ItemOwner[]>;
  /** Returns the notes about a target, newest first: at most `limit`, with `id` below `beforeId`. */
  notes(target: NoteTarget, beforeId: number | null, limit: number): Promise<Note[]>;
  note(id: number): Promise<Note | undefined>;
  /** Counts the notes of each target from `fromId` to `toId`. Targets without a note are omitted. */
  noteCounts(targetKind: NoteTargetKind, fromId: number, toId: number): Promise<NoteCount[]>;
}

export interface InboxWrites extends InboxReads {
  /** Stores the owner of the item, in place of a former owner. */
  saveOwner(owner: ItemOwner): Promise<void>;
  removeOwner(topic: InboxTopic, itemId: number): Promise<void>;
  /** Prevents other transactions from changing the owner of this item until this transaction ends. */
  lockItem(topic: InboxTopic, itemId: number): Promise<void>;
  insertNote(note: Omit<Note, 'id'>): Promise<Note>;
  removeNote(id: number): Promise<void>;
  /** Moves every note about the target to the target of the same kind with the id `toId`. */
  moveNotes(target: NoteTarget, toId: number): Promise<void>;
  /** Deletes every note about the target. */
  removeNotesOf(target: NoteTarget): Promise<void>;
}
