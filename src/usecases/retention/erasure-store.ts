/** The part of the store's port for the erasure of customers and orders. */

import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { AuditTargetKind } from '../callers/audit-store.ts';
import type { JobName } from '../jobs/job-store.ts';
import type { ProviderAccount } from '../members/member-store.ts';
import type { Upload } from '../pictures/upload-store.ts';

export type ErasureKind = 'user' | 'order';

/**
 * Names an erased order, or an erased user. The id and the time of creation together identify the same row in every
 * backup.
 */
export interface ErasedRow {
  readonly id: number;
  readonly createdAt: Instant;
}

/** What was erased, without personal data. */
interface ErasureFacts {
  /** The random name of the tombstone, 32 hexadecimal characters. */
  readonly tombstone: string;
  readonly kind: ErasureKind;
  /** The erased user. If `kind` is `order`: the user without a name to whom the erased order was moved. */
  readonly userId: number;
  readonly userCreatedAt: Instant;
  readonly orders: readonly ErasedRow[];
  readonly erasedAt: Instant;
}

/** The content of a tombstone: the rows that must be erased again after a restore. It contains no personal data. */
export interface TombstoneFacts extends ErasureFacts {
  /**
   * The users from whom everything was moved to the erased user. In an older backup, nothing has been moved from them
   * yet.
   */
  readonly absorbed: readonly ErasedRow[];
}

export interface Erasure extends ErasureFacts {
  readonly id: number;
  /** The operator who erased; null: the service applied a tombstone to a restored database. */
  readonly operator: string | null;
  /** Whether the tombstone is in the file store. */
  readonly isStored: boolean;
  /** Null: the erasure is not finished, because an order of a restored database cannot be erased yet. */
  readonly finishedAt: Instant | null;
}

export interface ErasureReads {
  byTombstone(tombstone: string): Promise<Erasure | undefined>;
  /** Erasures that are not finished or whose tombstone is not stored, oldest first. */
  open(limit: number): Promise<Erasure[]>;
  /** Whether a user with this id and this time of creation exists, erased or not. */
  userCreated(id: number, createdAt: Instant): Promise<boolean>;
  uploadsOf(userId: number): Promise<Upload[]>;
  /**
   * The numbers of the orders, placed at `since` or later, that wait for payment or for their picture and whose details
   * contain this path.
   */
  unfinishedOrdersOfPhoto(path: string, since: Instant): Promise<string[]>;
  /** The accounts at payment providers with which a user signed in. */
  accountsOf(userId: number): Promise<Pick<ProviderAccount, 'provider' | 'accountId'>[]>;
  /** The ids of the users from whom everything was moved directly to this user, by `login` or by an operator. */
  absorbedUsers(userId: number): Promise<number[]>;
}

export interface ErasureWrites extends ErasureReads {
  /** Makes other transactions that apply the same tombstone wait until this transaction ends. */
  lockTombstone(tombstone: string): Promise<void>;
  insert(erasure: Omit<Erasure, 'id'>): Promise<Erasure>;
  markStored(id: number): Promise<void>;
  markFinished(id: number, at: Instant): Promise<void>;

  /** Inserts a user without a name, to whom an erased order is moved. */
  insertErasedUser(at: Instant): Promise<number>;
  /** Removes the name of a user and ends all tokens of the user. */
  eraseName(userId: number, at: Instant): Promise<void>;
  /**
   * Removes the accounts, the stored responses and the texts of a user. Removes the user as the inviter from orders
   * of other users.
   */
  eraseTraces(userId: number): Promise<void>;
  /**
   * Removes the stored responses that contain what the customer or the shop wrote about the order, whoever made the
   * calls. Responses of calls that have not ended are not stored afterwards.
   */
  removeAnswers(orderNo: string): Promise<void>;

  /**
   * Moves an order to a user without a name, whose orders no caller can open, and replaces what the customer chose by
   * `details`.
   */
  eraseOrder(id: number, userId: number, details: OrderDetails): Promise<void>;
  moveGrantOfOrder(orderId: number, userId: number): Promise<void>;
  /** Overwrites an entry of the history. The order must belong to an erased user. */
  rewriteHistory(orderId: number, entry: HistoryEntry): Promise<void>;
  /** Removes personal data from the payments, refunds, approvals, disputes, differences and grants of an order. */
  eraseTexts(orderId: number): Promise<void>;
  /** Deletes the webhook events of an order with their deliveries. */
  removeWebhooks(orderId: number): Promise<void>;
  /** Deletes the waiting and the dead jobs of this name, and the record of their attempts. */
  removeJobs(name: JobName): Promise<void>;
  /** Makes the jobs that remove a result and its extra pictures due now. @returns the keys of their files. */
  removeResultNow(resultFile: string, now: Instant): Promise<string[]>;
  /** Prevents other transactions from changing the row of an upload until this transaction ends. */
  lockUpload(path: string): Promise<void>;
  removeUpload(path: string): Promise<void>;
  /** Removes the reasons of audit entries about a target. */
  eraseReasons(targetKind: AuditTargetKind, targetId: string): Promise<void>;
  /** Removes the reasons and facts of audit entries about jobs of an order. */
  eraseJobEntries(orderNo: string): Promise<void>;
}
