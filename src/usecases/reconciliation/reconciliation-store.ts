/** The part of the store's port for the bills of the providers and their differences to the service's own records. */

import type { DayNumber } from '../../domain/civil-day.ts';
import type { BilledMovement, Finding, MovementKind } from '../../domain/compare-books.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export const billStates = ['waiting', 'fetched', 'compared', 'given_up'] as const;

/** The bill of one day of one provider. */
export interface BillDay {
  readonly provider: string;
  readonly day: DayNumber;
  /**
   * `waiting`: the bill must be fetched. `fetched`: its rows are stored and not compared yet. `given_up`: the provider
   * has not made the bill for a long time, or the bill opens too many differences (`lastError`).
   */
  readonly state: (typeof billStates)[number];
  /** When the service next tries to fetch a waiting bill. */
  readonly nextTryAt: Instant;
  /** Number of failed attempts to fetch the bill. */
  readonly tries: number;
  readonly lastError: string | null;
  readonly fetchedAt: Instant | null;
  /**
   * Number of rows that belong to other systems with the same account at the provider. Such rows are neither stored
   * nor compared.
   */
  readonly foreignRows: number;
}

/** The sums of a bill in one currency, without the rows of other systems. */
export interface BillTotal {
  readonly provider: string;
  readonly day: DayNumber;
  readonly currency: string;
  readonly payments: number;
  readonly paymentsMinor: number;
  readonly refunds: number;
  readonly refundsMinor: number;
  /** Null: the bill has no fees. */
  readonly feeMinor: number | null;
}

/** A stored row of a bill, which belongs to the service's payment or refund `number`. */
export interface StoredBillRow extends BilledMovement {
  readonly provider: string;
  readonly day: DayNumber;
  /** The number of the row in the bill, from 0. */
  readonly line: number;
  readonly kind: MovementKind;
  /**
   * The service's number of the payment or refund. For a refund that the service did not request, the provider's
   * number.
   */
  readonly number: string;
  readonly paymentNo: string | null;
  readonly feeMinor: number | null;
}

export const remedies = ['apply_payment', 'refund_payment', 'retry_refund', 'look'] as const;
/**
 * What the service proposes to do about a difference. `apply_payment`: query the payment and apply the answer, which
 * pays the order. `refund_payment`: query the payment and apply the answer, which refunds the payment.
 * `retry_refund`: query the refund, or request a failed refund again. `look`: only a person can decide.
 */
export type Remedy = (typeof remedies)[number];

export const resolutions = ['agreed', 'operator'] as const;
/**
 * How a difference was resolved. `agreed`: the bill and the service's own records agree now. `operator`: an operator
 * has resolved the difference.
 */
export type Resolution = (typeof resolutions)[number];

export interface Difference extends Finding {
  readonly id: number;
  readonly provider: string;
  /**
   * The day of the bill that contains the payment or refund. If no bill contains it: the day whose bill should
   * contain it.
   */
  readonly day: DayNumber;
  readonly kind: MovementKind;
  readonly number: string;
  /** The number of the payment, or of the payment that the refund returns; null: unknown. */
  readonly paymentNo: string | null;
  readonly orderId: number | null;
  readonly remedy: Remedy;
  readonly foundAt: Instant;
  /** When an operator last carried out the remedy; `remediedBy` is the operator's name. */
  readonly remediedAt: Instant | null;
  readonly remediedBy: string | null;
  /** Null: the difference is open. */
  readonly resolution: Resolution | null;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: string | null;
  readonly reason: string | null;
}

/** A difference with the number of its order; null: it belongs to no order. */
export interface ListedDifference extends Difference {
  readonly orderNo: string | null;
}

/** A payment or refund of the service that is in no stored bill. */
export interface UnbilledMovement {
  readonly id: number;
  readonly number: string;
  /** When the payment was opened, or the refund was requested. */
  readonly beganAt: Instant;
  /** When the money arrived, or the refund was done. */
  readonly endedAt: Instant;
}

/** A page of the payments or refunds of a provider from `from` to `to` (not included), sorted by id. */
export interface MovementPage {
  readonly provider: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly afterId: number;
  readonly limit: number;
}

export interface OpenDifferences {
  readonly provider: string;
  readonly day: DayNumber;
  readonly count: number;
}

export interface ReconciliationReads {
  dayOf(provider: string, day: DayNumber): Promise<BillDay | undefined>;
  /** Returns the days from `from` to `to` (included), newest first, then by provider. */
  days(from: DayNumber, to: DayNumber): Promise<BillDay[]>;
  totals(from: DayNumber, to: DayNumber): Promise<BillTotal[]>;
  /** Returns the days that are `waiting` or `fetched`, oldest first. */
  unfinishedDays(provider: string): Promise<BillDay[]>;
  /** Returns the days whose bills are stored. */
  storedDays(provider: string): Promise<DayNumber[]>;
  /** Returns the rows of all stored bills about the payment or refund with this number, sorted by day and line. */
  billRows(provider: string, kind: MovementKind, number: string): Promise<StoredBillRow[]>;
  /** Returns rows of one bill, sorted by line, starting after `afterLine`. */
  rowsOfDay(
    provider: string,
    day: DayNumber,
    afterLine: number,
    limit: number,
  ): Promise<Pick<StoredBillRow, 'line' | 'kind' | 'number'>[]>;
  /**
   * Returns received payments or finished refunds that are in no stored bill, and that began before `to` and ended at
   * `from` or later. They are sorted by id, starting after `afterId`.
   */
  unbilled(
    kind: MovementKind,
    provider: string,
    from: Instant,
    to: Instant,
    afterId: number,
    limit: number,
  ): Promise<UnbilledMovement[]>;
  /** Returns the payments whose money arrived in the period. */
  receivedPayments(page: MovementPage): Promise<PaymentAttempt[]>;
  /** Returns the attempts that were opened in the period and have received no money. */
  unpaidAttempts(page: MovementPage): Promise<PaymentAttempt[]>;
  /** Returns the refunds that were done in the period. */
  doneRefunds(page: MovementPage): Promise<Refund[]>;
  /** Returns the refunds that were requested in the period and are not done. */
  unfinishedRefunds(page: MovementPage): Promise<Refund[]>;
  difference(id: number): Promise<Difference | undefined>;
  /** Returns the newest difference of the payment or refund with this number, open or resolved. */
  newestDifference(provider: string, kind: MovementKind, number: string): Promise<Difference | undefined>;
  ofOrder(orderId: number): Promise<Difference[]>;
  /** Returns open differences of a provider, oldest first, starting after `afterId`. */
  openOf(provider: string, afterId: number, limit: number): Promise<Difference[]>;
  /** Returns differences, newest first: at most `limit`, with `id` below `beforeId`. */
  differences(
    state: 'open' | 'resolved',
    beforeId: number | null,
    limit: number,
  ): Promise<ListedDifference[]>;
  /** Returns open differences, oldest first: at most `limit`. */
  oldestOpen(limit: number): Promise<ListedDifference[]>;
  /** Counts the open differences of each provider and day. */
  openCounts(): Promise<OpenDifferences[]>;
}

export interface ReconciliationWrites extends ReconciliationReads {
  /** Adds the day unless it exists. */
  addDay(day: BillDay): Promise<void>;
  saveDay(day: BillDay): Promise<void>;
  /** Replaces the stored rows and totals of the day. */
  replaceBill(
    day: Pick<BillDay, 'provider' | 'day'>,
    rows: readonly StoredBillRow[],
    totals: readonly BillTotal[],
  ): Promise<void>;
  /** @throws Error when the payment or refund has an open difference already. */
  insertDifference(difference: Omit<Difference, 'id'>): Promise<number>;
  /** Writes every field of an open difference. @returns false when it is no longer open. */
  saveDifference(difference: Difference): Promise<boolean>;
  /**
   * Deletes the bills of the days before `before`, and resolved differences of these days. The rows of a payment or
   * refund with an open difference stay: without them, the difference would seem to be resolved.
   */
  purge(before: DayNumber): Promise<void>;
}
