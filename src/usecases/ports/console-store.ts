/**
 * What the console needs of the database beyond what the service itself does. Part of `Store`, so that an act
 * of an operator, its effect and its line in the log are one transaction.
 */

import type { Good } from '../../domain/goods/good.ts';
import type { MembershipGrant } from '../../domain/membership.ts';
import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { AuditEntry, AuditFilter, NewAuditEntry } from './console-audit.ts';
import type {
  ApprovalState,
  FoundOrder,
  JobAttempt,
  OrderCount,
  OrderCursor,
  OrderFilter,
  OutsideEventRecord,
  RefundApproval,
} from './console-orders.ts';
import type { Job, JobKind } from './jobs.ts';
import type { NotifyRecord, Operator, User } from './store.ts';

export interface OperatorSession {
  readonly id: number;
  readonly operator: Operator;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** Whatever happens. */
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
}

export interface NewSession {
  readonly digest: string;
  readonly operatorId: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
}

export interface SignInTries {
  readonly tries: number;
  readonly waitUntil: Instant;
  readonly lastAt: Instant;
}

/** Refused sign-ins of one name by one client since `firstAt`. */
export interface RefusedSignIn {
  readonly name: string;
  readonly client: string;
  readonly address: string | null;
  readonly times: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

export interface ConsoleUser extends User {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly createdAt: Instant;
}

export interface NotedGrant extends MembershipGrant {
  readonly orderNo: string | null;
  readonly grantedBy: string | null;
  readonly reason: string | null;
  readonly revokedBy: string | null;
  readonly revokeReason: string | null;
}

export interface JobRecord extends Job {
  readonly state: 'ready' | 'running' | 'dead';
  /** `runAt` while ready, the end of the lease while running. */
  readonly dueAt: Instant;
}

export interface JobName {
  readonly kind: JobKind;
  readonly key: string;
}

/** Sums of one quarter of an hour, since a day of any zone is made of whole ones. */
export interface MoneySlice {
  readonly what: 'takings' | 'surplus' | 'refunds' | 'surplus_returned' | 'open';
  readonly quarterAt: Instant;
  readonly provider: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

export interface QueueOfKind {
  readonly kind: JobKind;
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
  readonly oldestDueAt: Instant | null;
}

export interface WorkerSeen {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Instant;
  readonly seenAt: Instant;
}

export interface ProcessingTimes {
  readonly kind: JobKind;
  readonly done: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface ConsoleReads {
  /** Newest first: at most `limit`, behind `before`. */
  searchOrders(filter: OrderFilter, before: OrderCursor | null, limit: number): Promise<FoundOrder[]>;
  /** Of those placed from `from` to `to` (not included); states without an order are left out. */
  orderCounts(from: Instant, to: Instant): Promise<OrderCount[]>;
  orderNoById(id: number): Promise<string | undefined>;
  notifiesOfPayment(paymentNo: string): Promise<NotifyRecord[]>;
  notifiesOfRefund(refundNo: string): Promise<NotifyRecord[]>;
  /** Oldest first. */
  jobAttemptsOf(name: JobName): Promise<JobAttempt[]>;
  /** Unfinished and dead ones. */
  jobsNamed(name: JobName): Promise<JobRecord[]>;
  /** Oldest first. */
  outsideEventsOf(orderId: number): Promise<OutsideEventRecord[]>;
  approvalById(id: number): Promise<RefundApproval | undefined>;
  pendingApprovalOf(orderId: number): Promise<RefundApproval | undefined>;
  /** Newest first, with `id` below `beforeId`. */
  approvals(state: 'pending' | 'decided', beforeId: number | null, limit: number): Promise<RefundApproval[]>;

  /** On the shelf or not, by `sort`, then `id`. */
  allGoods(): Promise<Good[]>;
  /** Newest first. A given `id` or `subject` must match. */
  searchUsers(
    filter: { readonly id: number | null; readonly subject: string | null },
    beforeId: number | null,
    limit: number,
  ): Promise<ConsoleUser[]>;
  notedGrantsOf(userId: number): Promise<NotedGrant[]>;

  /** By name. */
  operators(): Promise<Operator[]>;
  operatorById(id: number): Promise<Operator | undefined>;
  /** Of the environment's password that this operator was given last; null: of none. */
  environmentHash(operatorId: number): Promise<string | null>;
  /** Whether it has ended by time is for the caller to see. */
  sessionByDigest(digest: string): Promise<OperatorSession | undefined>;
  sessionById(id: number): Promise<OperatorSession | undefined>;
  /** Newest first; of one operator, or (null) of all. */
  sessionsOf(operatorId: number | null): Promise<OperatorSession[]>;
  /** Newest first, with `id` below `beforeId`. */
  auditEntries(filter: AuditFilter, beforeId: number | null, limit: number): Promise<AuditEntry[]>;

  jobById(id: number): Promise<JobRecord | undefined>;
  /** Newest first, with `id` below `beforeId`; of one kind, or (null) of all. */
  deadJobs(kind: JobKind | null, beforeId: number | null, limit: number): Promise<JobRecord[]>;
  /** With `id` below `beforeId`; no further than `countMax`. */
  countDeadJobs(kind: JobKind | null, beforeId: number, countMax: number): Promise<number>;
  /** Running with a lease that ended before `leaseBefore`, or ready and due before `dueBefore`; oldest first. */
  stuckJobs(
    kind: JobKind | null,
    bounds: { readonly leaseBefore: Instant; readonly dueBefore: Instant },
    limit: number,
  ): Promise<JobRecord[]>;
  /** `to` is not included. */
  moneySlices(from: Instant, to: Instant): Promise<MoneySlice[]>;
  /** Kinds without a job are left out. */
  queuesByKind(now: Instant): Promise<QueueOfKind[]>;
  workersSeen(since: Instant): Promise<WorkerSeen[]>;
  /** Of the attempts that ended since then; kinds without one are left out. */
  processingTimes(since: Instant): Promise<ProcessingTimes[]>;
}

export interface ConsoleWrites {
  insertAuditEntry(entry: NewAuditEntry): Promise<void>;

  insertSession(session: NewSession): Promise<number>;
  seeSession(id: number, seenAt: Instant): Promise<void>;
  endSession(id: number): Promise<void>;
  /** @param exceptId one that stays; null: none does. */
  endSessionsOf(operatorId: number, exceptId: number | null): Promise<number>;
  /** Removes what has ended by time. */
  purgeSessions(now: Instant, seenBefore: Instant): Promise<void>;

  signInTries(subject: string): Promise<SignInTries | undefined>;
  saveSignInTries(subject: string, tries: SignInTries): Promise<void>;
  purgeSignInTries(before: Instant): Promise<void>;
  /** Keeps other transactions from signing in by this name or address until this one ends. */
  lockSignIn(subject: string): Promise<void>;

  /** All of them, the oldest first; keeps other transactions from changing them until this one ends. */
  lockRefusedSignIns(): Promise<RefusedSignIn[]>;
  /** Of one that is there: `times` and `lastAt`. */
  saveRefusedSignIn(refused: RefusedSignIn): Promise<void>;
  removeRefusedSignIn(refused: Pick<RefusedSignIn, 'name' | 'client'>): Promise<void>;

  /** Keeps other transactions from changing operators until this one ends. */
  lockOperators(): Promise<void>;
  insertOperator(operator: {
    readonly name: string;
    readonly passwordHash: string;
    readonly role: OperatorRole;
    readonly createdAt: Instant;
  }): Promise<Operator>;
  /** Writes role, password and `disabledAt`. */
  saveOperator(operator: Operator): Promise<void>;
  saveEnvironmentHash(operatorId: number, hash: string): Promise<void>;

  /** Reads a good and keeps others from changing it until this transaction ends. */
  lockGood(id: number): Promise<Good | undefined>;
  /** The same with all of them, by `sort`, then `id`. */
  lockGoods(): Promise<Good[]>;
  saveGood(good: Good): Promise<void>;
  insertOperatorGrant(grant: {
    readonly userId: number;
    readonly months: number;
    readonly grantedAt: Instant;
    readonly grantedBy: string;
    readonly reason: string;
  }): Promise<number>;
  endGrant(id: number, at: Instant, by: string, reason: string): Promise<void>;

  insertApproval(
    approval: Pick<
      RefundApproval,
      'orderId' | 'amountMinor' | 'currency' | 'reason' | 'requestedBy' | 'requestedAt'
    >,
  ): Promise<number>;
  /** @returns false when it is not pending. */
  decideApproval(
    id: number,
    state: Exclude<ApprovalState, 'pending'>,
    by: string,
    at: Instant,
    reason: string | null,
  ): Promise<boolean>;

  insertOutsideEvent(event: OutsideEventRecord): Promise<void>;
  noteDelivery(eventId: string, at: Instant): Promise<void>;
  purgeOutsideEvents(before: Instant): Promise<void>;
  insertJobAttempt(attempt: JobAttempt): Promise<void>;
  purgeJobAttempts(before: Instant): Promise<void>;
  seeWorker(worker: WorkerSeen): Promise<void>;
  purgeWorkers(seenBefore: Instant): Promise<void>;

  /**
   * A dead job back to the queue, with all its attempts. Where another unfinished job has its kind and key,
   * the dead one is removed instead. @returns false when it is not dead.
   */
  reviveJob(id: number, now: Instant): Promise<boolean>;
  /** Makes a waiting job due, and one whose lease has ended. @returns false where there was none. */
  hastenJob(id: number, now: Instant): Promise<boolean>;
  /** @returns false when it is not dead. */
  removeDeadJob(id: number): Promise<boolean>;
}
