/**
 * The interface with which each topic provides its items to the inbox. The items of a topic are what waits for a
 * person.
 */

import type { Permission } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { StoreReads } from './store.ts';

export const inboxTopics = [
  'failed_refund',
  'refund_approval',
  'dispute',
  'problem',
  'difference',
  'failed_job',
] as const;
export type InboxTopic = (typeof inboxTopics)[number];

export interface InboxItem {
  /** The id of the refund, approval, dispute, problem, difference or job. */
  readonly id: number;
  /** Since when the item waits. */
  readonly since: Instant;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** The service's code for what happened, for example the kind of the job or the code of the failure. */
  readonly code: string | null;
  /** The text of a person, of a payment provider or of an error, for the operator to read. */
  readonly words: string | null;
}

export interface InboxSource {
  readonly topic: InboxTopic;
  /** The permission that an operator needs to see the items. */
  readonly permission: Permission;
  /** Returns the items that wait now, the longest waiting first: at most `limit`. */
  open(reads: StoreReads, limit: number): Promise<InboxItem[]>;
}
