/**
 * What the use cases need of a database. One implementation serves SQLite and PostgreSQL; a contract suite
 * holds it to these sentences on both.
 *
 * Everything that belongs together is written in one `transaction`, the jobs that must follow included:
 * what must happen is committed with the state that demands it.
 */

import type { Good } from '../../domain/goods/good.ts';
import type { MembershipGrant } from '../../domain/membership.ts';
import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { NewOrder, Order } from '../../domain/order.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { AttemptState, PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { ConsoleReads, ConsoleWrites, JobName } from './console-store.ts';
import type { Job, JobFailure, JobKind, NewJob } from './jobs.ts';

export interface Store {
  /**
   * Runs `work` in one transaction and resolves after the commit is durable. Transactions that arrive
   * together may share one commit; each is still all or nothing by itself.
   *
   * `work` may only wait for calls of `tx`, never for anything else (on SQLite it holds the writer), and
   * may run again from its beginning after a deadlock: it must have no effects outside `tx`. A `work` that
   * waits for something else is undone on SQLite and the promise rejects. A statement that failed dooms its
   * transaction, even where `work` catches the error.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Look-ups outside any transaction; each sees what was committed before it was called. */
  readonly read: StoreReads;
  /**
   * Called after the commit, in every process that shares the database, with what `tx.announce` said.
   * @returns the function that ends the subscription.
   */
  subscribe(listener: (announcement: Announcement) => void): () => void;
  /** Passed to subscribers at once, outside any transaction; may be lost. For progress. */
  broadcast(announcement: Announcement): void;
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>;
  /**
   * By how much this process's clock is ahead of the database's, at least; below 0: behind it. Processes that share
   * a database judge each other's leases by their own clocks. 0 where one process alone has the database.
   */
  clockAheadMs(): Promise<number>;
  close(): Promise<void>;
}

export type Announcement =
  | { readonly kind: 'order_changed'; readonly orderNo: string }
  | { readonly kind: 'order_progress'; readonly orderNo: string; readonly fraction: number }
  /**
   * There may be work, now or sooner than was known: wakes idle workers. The store says it by itself for
   * `enqueue` and `returnJob`.
   */
  | { readonly kind: 'jobs_ready' }
  /**
   * Announcements of other processes may have been missed: whoever waits for one looks for himself. The store
   * alone says it, after its connection was lost and every now and then.
   */
  | { readonly kind: 'missed' };

export interface OrderWithRefund {
  readonly order: Order;
  /** The order's own refund (`purpose: 'order'`); never that of surplus money. */
  readonly refund: Refund | null;
}

export interface Upload {
  /** Opaque and unguessable; the wire's `path`. */
  readonly path: string;
  /** Key in the file store. */
  readonly file: string;
  /** The signed-in user whom alone it serves; null: whoever holds the path. */
  readonly ownerId: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly createdAt: Instant;
  /** When it is swept; an order that uses it sets this later. */
  readonly keptUntil: Instant;
}

export interface User {
  readonly id: number;
  readonly kind: 'guest' | 'user';
  readonly memberUntil: Instant | null;
}

export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: OperatorRole;
  /** Null: before it was noted. */
  readonly createdAt: Instant | null;
  /** Null: may sign in. */
  readonly disabledAt: Instant | null;
}

/** A stored answer of a creating call. `scope` keeps callers and operations apart. */
export interface IdempotencyRecord {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: string;
  /** Null while the first call is still being answered. */
  readonly answer: string | null;
  readonly createdAt: Instant;
}

/** Of one call on a record. One that is taken over belongs to a later call. */
export type IdempotencyClaim = Pick<IdempotencyRecord, 'scope' | 'key' | 'createdAt'>;

/** One notify of a provider as it was judged; kept for the operator. */
export interface NotifyRecord {
  readonly provider: string;
  readonly eventId: string;
  readonly paymentNo: string | null;
  readonly refundNo: string | null;
  readonly verdict: string;
  readonly receivedAt: Instant;
  /** What it said came in; null where it told of no money. */
  readonly receivedMinor: number | null;
  readonly currency: string | null;
}

export interface StoreReads extends ConsoleReads {
  orderByNo(orderNo: string): Promise<OrderWithRefund | undefined>;
  /** A user's orders, newest first: at most `limit`, with `id` below `beforeId`. */
  ordersOfUser(userId: number, beforeId: number | null, limit: number): Promise<OrderWithRefund[]>;
  historyOf(orderId: number): Promise<HistoryEntry[]>;
  attemptsOf(orderId: number): Promise<PaymentAttempt[]>;
  refundsOf(orderId: number): Promise<Refund[]>;
  attemptByPaymentNo(paymentNo: string): Promise<PaymentAttempt | undefined>;
  attemptById(id: number): Promise<PaymentAttempt | undefined>;
  refundByNo(refundNo: string): Promise<Refund | undefined>;
  /** On the shelf, by `sort`, then `id`, ascending. */
  goodsOnShelf(): Promise<Good[]>;
  /** On the shelf or not. */
  goodById(id: number): Promise<Good | undefined>;
  uploadByPath(path: string): Promise<Upload | undefined>;
  userById(id: number): Promise<User | undefined>;
  /** The user of an identity provider's subject. */
  userBySubject(issuer: string, subject: string): Promise<User | undefined>;
  operatorByName(name: string): Promise<Operator | undefined>;
  grantsOf(userId: number): Promise<MembershipGrant[]>;
  idempotencyRecord(scope: string, key: string): Promise<IdempotencyRecord | undefined>;
  /**
   * Number of ready `process_order` jobs that are claimed before this order's job, the one whose key is the
   * order's number; 0: next, running, or none.
   */
  placeInQueue(orderId: number): Promise<number>;
  queueFigures(now: Instant): Promise<QueueFigures>;
  /** Unpaid orders whose time is over, by the end of their time, then `id`; behind `behind`, if given. */
  expiredOrders(now: Instant, behind: ExpiryMark | null, limit: number): Promise<Order[]>;
  expiredUploads(now: Instant, limit: number): Promise<Upload[]>;
  ordersWithExpiredResults(now: Instant, limit: number): Promise<Order[]>;
  /** Everything the self-audit folds, in pages by order id ascending; each page is one state of the database. */
  auditPage(afterOrderId: number, limit: number): Promise<AuditedOrder[]>;
  /** Unfinished jobs of the kinds in `AuditedOrder.jobs` whose order, payment or refund does not exist. */
  strayJobs(limit: number): Promise<JobName[]>;
}

/** Where a page of expired orders ended. */
export type ExpiryMark = Pick<Order, 'expiresAt' | 'id'>;

export interface AuditedOrder {
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  readonly grants: readonly MembershipGrant[];
  /** Unfinished ones that make its picture, ask about or close its payments, or give its money back. */
  readonly jobs: readonly JobName[];
}

export interface QueueFigures {
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
  /** Age of the oldest job that is due; 0 when none is. */
  readonly oldestDueAgeMs: number;
  /** `process_order` jobs that wait or run: what a new picture order queues behind. */
  readonly pictures: number;
}

export interface StoreTransaction extends StoreReads, ConsoleWrites {
  /**
   * Reads an order and keeps others from changing it until the transaction ends.
   * Take an order's lock before any of its attempts, refunds or jobs.
   */
  lockOrder(orderNo: string): Promise<Order | undefined>;
  lockOrderById(id: number): Promise<Order | undefined>;
  /** Writes the order in its initial state together with the first line of its history. */
  insertOrder(order: NewOrder, entry: HistoryEntry, fingerprint: string | null): Promise<Order>;
  /**
   * Writes the state that `entry` led to and appends `entry` to the history.
   * @throws Error when the stored version is not `order.version - 1`.
   */
  saveOrder(order: Order, entry: HistoryEntry): Promise<void>;
  /**
   * The newest unpaid order with this fingerprint since `since` (double-tap guard). On PostgreSQL takes a
   * lock on the fingerprint until the end of the transaction, so that two taps in two processes queue.
   */
  unpaidTwin(fingerprint: string, since: Instant): Promise<string | undefined>;

  goodOnShelf(id: number): Promise<Good | undefined>;
  insertGood(good: Omit<Good, 'id'>): Promise<Good>;
  countGoods(): Promise<number>;
  /** Until the transaction ends nobody else opens the shop: several processes may start on an empty database. */
  lockOpening(): Promise<void>;

  insertGuest(now: Instant): Promise<User>;
  /** The user of an identity provider's subject, made unless it exists. */
  makeUserOfSubject(issuer: string, subject: string, now: Instant): Promise<User>;
  setMemberUntil(userId: number, until: Instant | null): Promise<void>;
  /** Keeps other transactions from changing this user's membership until this one ends. */
  lockUser(userId: number): Promise<User | undefined>;
  insertGrant(grant: Omit<MembershipGrant, 'id' | 'revokedAt'>): Promise<void>;
  revokeGrantOfOrder(orderId: number, now: Instant): Promise<void>;

  insertUpload(upload: Upload): Promise<void>;
  /** Moves the sweep of an upload later, never earlier. @returns whether it did. */
  keepUpload(path: string, until: Instant): Promise<boolean>;
  /** @returns false when it is gone already, or is kept longer by now. */
  deleteExpiredUpload(path: string, now: Instant): Promise<boolean>;

  insertAttempt(attempt: Omit<PaymentAttempt, 'id'>): Promise<PaymentAttempt>;
  /** Writes every changeable field where the stored state is `from`. @throws Error where it is not. */
  saveAttempt(attempt: PaymentAttempt, from: AttemptState): Promise<void>;
  insertRefund(refund: Omit<Refund, 'id'>): Promise<Refund>;
  saveRefund(refund: Refund, from: Refund['state']): Promise<void>;
  /** @returns false when this provider's event was recorded before. */
  recordNotify(record: NotifyRecord): Promise<boolean>;

  /** @returns false when the key exists already in this scope; nothing is changed then. */
  insertIdempotencyRecord(record: IdempotencyRecord): Promise<boolean>;
  /** Takes over a record without an answer that was left behind before `before`. @returns whether it did. */
  takeOverIdempotencyRecord(record: IdempotencyRecord, before: Instant): Promise<boolean>;
  /** Where the record is still the claim's. */
  answerIdempotencyRecord(claim: IdempotencyClaim, answer: string): Promise<void>;
  /** Where the record is still the claim's. */
  deleteIdempotencyRecord(claim: IdempotencyClaim): Promise<void>;
  purgeIdempotencyRecords(before: Instant): Promise<number>;

  /**
   * Adds a job and announces `jobs_ready`. With a `key` that another unfinished job of the kind has: nothing.
   * A dead job counts as finished.
   */
  enqueue(job: NewJob): Promise<void>;
  /** Removes the waiting job of this kind and key, if any. A running one is not touched. */
  cancelJob(kind: JobKind, key: string): Promise<void>;
  /**
   * Takes the next due job of these kinds (priority, then `run_at`, then age): counts an attempt, sets the
   * lease and a fresh fencing token. A running job whose lease has ended is due again.
   */
  claimJob(kinds: readonly JobKind[], now: Instant, leaseUntil: Instant): Promise<Job | undefined>;
  /** Extends the lease. @returns false when the token is no longer the job's: the work is another's now. */
  extendLease(job: Job, leaseUntil: Instant): Promise<boolean>;
  /**
   * Makes every running job due now. Only for a process that has just got the database for itself: whoever
   * held the leases is dead. @returns how many there were.
   */
  endLeases(now: Instant): Promise<number>;
  /** Removes a finished job. @returns false when the token is no longer the job's; then roll back. */
  completeJob(job: Job): Promise<boolean>;
  /** Back to the queue, to run at `runAt`. `counted: false` gives the attempt back. @returns as above. */
  returnJob(job: Job, runAt: Instant, failure: JobFailure): Promise<boolean>;
  /** Out of attempts: kept for the operator, never claimed again. @returns as above. */
  buryJob(job: Job, error: string): Promise<boolean>;
  /** When the next job of these kinds becomes due, ends of leases included; undefined: none is known. */
  nextJobAt(kinds: readonly JobKind[]): Promise<Instant | undefined>;

  /** Said to subscribers after the commit; dropped when the transaction rolls back. */
  announce(announcement: Announcement): void;
}
