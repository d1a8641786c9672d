/**
 * The database as the use cases see it: one part for each topic, each declared beside the topic's use cases.
 * One implementation serves SQLite and PostgreSQL; a contract suite holds it to these sentences on both.
 *
 * Everything that belongs together is written in one `transaction`, including the jobs that must follow.
 */

import type { AuditReads, AuditWrites } from '../callers/audit-store.ts';
import type { IdempotencyReads, IdempotencyWrites } from '../callers/idempotency-store.ts';
import type { GoodReads, GoodWrites } from '../goods/good-store.ts';
import type { JobReads, JobWrites } from '../jobs/job-store.ts';
import type { MemberReads, MemberWrites } from '../members/member-store.ts';
import type { OperatorReads, OperatorWrites } from '../operators/operator-store.ts';
import type { SessionReads, SessionWrites } from '../operators/session-store.ts';
import type { SignInWrites } from '../operators/sign-in-store.ts';
import type { OrderReads, OrderWrites } from '../orders/order-store.ts';
import type { PaymentReads, PaymentWrites } from '../payments/payment-store.ts';
import type { UploadReads, UploadWrites } from '../pictures/upload-store.ts';
import type { RefundReads, RefundWrites } from '../refunds/refund-store.ts';
import type { SelfAuditReads } from '../self-audit/self-audit-store.ts';
import type { WebhookReads, WebhookWrites } from '../webhooks/webhook-store.ts';

export interface Store {
  /**
   * Runs `work` in one transaction and resolves after the commit is durable. Transactions that arrive
   * together may share one commit; each is still all or nothing.
   *
   * `work` may wait only for calls of `tx` (on SQLite it holds the only writer), and may run again from its
   * beginning, after a deadlock or another transaction's failure: it must have no effects outside `tx`. On
   * SQLite, a `work` that waits for anything else is rolled back and the promise rejects. A failed statement
   * dooms its transaction, even where `work` catches the error.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Reads outside any transaction; each sees what was committed before the call. */
  readonly read: StoreReads;
  /**
   * Calls `listener` after a commit, in every process that shares the database, with each published message.
   * @returns the function that ends the subscription.
   */
  subscribe(listener: (message: Message) => void): () => void;
  /** Publishes at once, outside any transaction. For progress: the message may be lost. */
  publish(message: Message): void;
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>;
  /**
   * The least by which this process's clock is ahead of the database's; negative: behind it. Processes that
   * share a database judge each other's leases by their own clocks. 0 where one process has the database alone.
   */
  clockAheadMs(): Promise<number>;
  close(): Promise<void>;
}

/** What subscribers receive. A message may be lost, so a subscriber must also read the database. */
export type Message =
  | { readonly kind: 'order_changed'; readonly orderNo: string }
  | { readonly kind: 'order_progress'; readonly orderNo: string; readonly fraction: number }
  /** A job may be due now, or sooner than known. The store publishes it for `enqueue` and `release`. */
  | { readonly kind: 'jobs_ready' }
  /**
   * Messages of other processes may have been lost: subscribers must read the database again. Only the store
   * publishes it, after its connection was lost and at intervals.
   */
  | { readonly kind: 'missed' };

export interface StoreReads {
  readonly orders: OrderReads;
  readonly payments: PaymentReads;
  readonly refunds: RefundReads;
  readonly uploads: UploadReads;
  readonly goods: GoodReads;
  readonly members: MemberReads;
  readonly operators: OperatorReads;
  readonly sessions: SessionReads;
  readonly auditLog: AuditReads;
  readonly jobs: JobReads;
  readonly webhooks: WebhookReads;
  readonly idempotency: IdempotencyReads;
  readonly selfAudit: SelfAuditReads;
}

export interface StoreTransaction extends StoreReads {
  readonly orders: OrderWrites;
  readonly payments: PaymentWrites;
  readonly refunds: RefundWrites;
  readonly uploads: UploadWrites;
  readonly goods: GoodWrites;
  readonly members: MemberWrites;
  readonly operators: OperatorWrites;
  readonly sessions: SessionWrites;
  readonly signIns: SignInWrites;
  readonly auditLog: AuditWrites;
  readonly jobs: JobWrites;
  readonly webhooks: WebhookWrites;
  readonly idempotency: IdempotencyWrites;
  /** Publishes the message after the commit; a rollback drops it. */
  publish(message: Message): void;
}
