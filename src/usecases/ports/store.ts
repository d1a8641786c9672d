/**
 * The port to the database. It has one part for each topic, declared in the folder of the topic. A contract suite tests
 * the implementation against these comments on SQLite and on PostgreSQL.
 *
 * A use case writes everything that must be consistent in one `transaction`, including the jobs that must follow.
 */

import type { AuditReads, AuditWrites } from '../callers/audit-store.ts';
import type { IdempotencyReads, IdempotencyWrites } from '../callers/idempotency-store.ts';
import type { LimitWrites } from '../callers/limit-store.ts';
import type { EmailReads, EmailWrites } from '../emails/email-store.ts';
import type { DocumentReads, DocumentWrites } from '../goods/document-store.ts';
import type { GoodReads, GoodWrites } from '../goods/good-store.ts';
import type { UnusedIconReads, UnusedIconWrites } from '../goods/unused-icon-store.ts';
import type { InboxReads, InboxWrites } from '../inbox/inbox-store.ts';
import type { JobReads, JobWrites } from '../jobs/job-store.ts';
import type { ConsentReads, ConsentWrites } from '../members/consent-store.ts';
import type { MemberReads, MemberWrites } from '../members/member-store.ts';
import type { NumbersReads } from '../numbers/numbers-store.ts';
import type { ApiTokenReads, ApiTokenWrites } from '../operators/api-token-store.ts';
import type { OperatorReads, OperatorWrites } from '../operators/operator-store.ts';
import type { PendingSignInReads, PendingSignInWrites } from '../operators/pending-sign-in-store.ts';
import type { SecondFactorReads, SecondFactorWrites } from '../operators/second-factor-store.ts';
import type { SessionReads, SessionWrites } from '../operators/session-store.ts';
import type { SignInReads, SignInWrites } from '../operators/sign-in-store.ts';
import type { OrderReads, OrderWrites } from '../orders/order-store.ts';
import type { SavedFilterReads, SavedFilterWrites } from '../orders/saved-filter-store.ts';
import type { DisputeReads, DisputeWrites } from '../payments/dispute-store.ts';
import type { PaymentReads, PaymentWrites } from '../payments/payment-store.ts';
import type { PhotoLinkReads, PhotoLinkWrites } from '../pictures/photo-link-store.ts';
import type { UploadReads, UploadWrites } from '../pictures/upload-store.ts';
import type { ProblemReads, ProblemWrites } from '../problems/problem-store.ts';
import type { ReconciliationReads, ReconciliationWrites } from '../reconciliation/reconciliation-store.ts';
import type { RefundReads, RefundWrites } from '../refunds/refund-store.ts';
import type { ErasureReads, ErasureWrites } from '../retention/erasure-store.ts';
import type { SelfAuditReads } from '../self-audit/self-audit-store.ts';
import type { ShopSettingsReads, ShopSettingsWrites } from '../shop/shop-settings-store.ts';
import type { EndpointReads, EndpointWrites } from '../webhooks/endpoint-store.ts';
import type { WebhookReads, WebhookWrites } from '../webhooks/webhook-store.ts';

export interface Store {
  /**
   * Runs `work` in one transaction and resolves when the commit is durable. Transactions that arrive together may
   * share one commit, but each is atomic.
   *
   * `work` must have no effects outside `tx`, because it runs again from its beginning after a deadlock, and
   * after the failure of a transaction that shares its commit. `work` may await only calls of `tx`, because
   * on SQLite a transaction blocks all other writers. On SQLite, a transaction whose `work` awaits anything
   * else is rolled back, and the promise rejects. After a failed statement the transaction cannot commit,
   * even if `work` catches the error.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Reads outside transactions. Each read sees everything that was committed before the call. */
  readonly read: StoreReads;
  /**
   * Calls `listener` with each message that any process of this database publishes.
   * @returns the function that ends the subscription.
   */
  subscribe(listener: (message: Message) => void): () => void;
  /** Publishes a message at once, outside any transaction, for example the progress of a picture. */
  publish(message: Message): void;
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>;
  /**
   * A lower bound of the time by which the clock of this process is ahead of the database's clock; negative: behind.
   * The clocks of processes that share a database must agree, because each process compares the leases of the others
   * with its own clock. 0 on SQLite, which only one process uses.
   */
  clockAheadMs(): Promise<number>;
  /**
   * Removes the content of deleted rows that remains in the files of the database; on SQLite it remains in the
   * write-ahead log. PostgreSQL removes such content by itself (`autovacuum`).
   * @returns false if another reader of the database prevents the removal; a later call can succeed.
   */
  dropDeletedBytes(): Promise<boolean>;
  close(): Promise<void>;
}

/** What subscribers receive. A message can be lost, so subscribers must also read the database. */
export type Message =
  | { readonly kind: 'order_changed'; readonly orderNo: string }
  | { readonly kind: 'order_progress'; readonly orderNo: string; readonly fraction: number }
  /** A job has been added or released, so workers check for due jobs. The store itself publishes it. */
  | { readonly kind: 'jobs_ready' }
  /** An endpoint was added, changed or removed. The store itself publishes it. */
  | { readonly kind: 'webhook_endpoints_changed' }
  /** A setting of the shop was changed. The store itself publishes it. */
  | { readonly kind: 'shop_settings_changed' }
  /**
   * Messages of other processes may have been lost, so subscribers must read the database again. Only the store
   * publishes it: at intervals, and after it has lost its connection.
   */
  | { readonly kind: 'missed' };

export interface StoreReads {
  readonly orders: OrderReads;
  readonly savedFilters: SavedFilterReads;
  readonly payments: PaymentReads;
  readonly disputes: DisputeReads;
  readonly refunds: RefundReads;
  readonly problems: ProblemReads;
  readonly emails: EmailReads;
  readonly reconciliation: ReconciliationReads;
  readonly uploads: UploadReads;
  readonly photoLinks: PhotoLinkReads;
  readonly goods: GoodReads;
  readonly documents: DocumentReads;
  readonly unusedIcons: UnusedIconReads;
  readonly members: MemberReads;
  readonly consents: ConsentReads;
  readonly operators: OperatorReads;
  readonly sessions: SessionReads;
  readonly pendingSignIns: PendingSignInReads;
  readonly secondFactors: SecondFactorReads;
  readonly apiTokens: ApiTokenReads;
  readonly signIns: SignInReads;
  readonly auditLog: AuditReads;
  readonly jobs: JobReads;
  readonly webhooks: WebhookReads;
  readonly webhookEndpoints: EndpointReads;
  readonly idempotency: IdempotencyReads;
  readonly inbox: InboxReads;
  readonly shopSettings: ShopSettingsReads;
  readonly numbers: NumbersReads;
  readonly selfAudit: SelfAuditReads;
  readonly erasures: ErasureReads;
}

export interface StoreTransaction extends StoreReads {
  readonly orders: OrderWrites;
  readonly savedFilters: SavedFilterWrites;
  readonly payments: PaymentWrites;
  readonly disputes: DisputeWrites;
  readonly refunds: RefundWrites;
  readonly problems: ProblemWrites;
  readonly emails: EmailWrites;
  readonly reconciliation: ReconciliationWrites;
  readonly uploads: UploadWrites;
  readonly photoLinks: PhotoLinkWrites;
  readonly goods: GoodWrites;
  readonly documents: DocumentWrites;
  readonly unusedIcons: UnusedIconWrites;
  readonly members: MemberWrites;
  readonly consents: ConsentWrites;
  readonly operators: OperatorWrites;
  readonly sessions: SessionWrites;
  readonly pendingSignIns: PendingSignInWrites;
  readonly secondFactors: SecondFactorWrites;
  readonly apiTokens: ApiTokenWrites;
  readonly signIns: SignInWrites;
  readonly auditLog: AuditWrites;
  readonly jobs: JobWrites;
  readonly webhooks: WebhookWrites;
  readonly webhookEndpoints: EndpointWrites;
  readonly idempotency: IdempotencyWrites;
  readonly limits: LimitWrites;
  readonly inbox: InboxWrites;
  readonly erasures: ErasureWrites;
  readonly shopSettings: ShopSettingsWrites;
  /** Publishes the message after the commit. A rollback drops the message. */
  publish(message: Message): void;
}
