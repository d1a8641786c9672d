/** The part of the store's port for payment attempts and payment notifications. */

import type { AttemptState, PaymentAttempt } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { forgeryCodes } from '../ports/payment-provider.ts';

/** A payment notification with its verdict, stored for the operator. */
export interface NotificationRecord {
  readonly provider: string;
  readonly eventId: string;
  readonly paymentNo: string | null;
  readonly refundNo: string | null;
  readonly verdict: string;
  readonly receivedAt: Instant;
  /** The amount that the notification reported as paid; null: it reported no payment. */
  readonly receivedMinor: number | null;
  readonly currency: string | null;
}

/** Why a notification changed nothing: it was refused, or it repeats an earlier one. */
export const refusalCodes = [...forgeryCodes, 'replay'] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** How often a provider's notifications were refused or repeated in one hour. */
export interface RefusedNotifications {
  readonly provider: string;
  readonly code: RefusalCode;
  readonly hourAt: Instant;
  readonly times: number;
  readonly lastAt: Instant;
  /** The reason of the last refused notification, for the operator. */
  readonly lastWhy: string;
}

/**
 * The sum and the number of one kind of payments or refunds in one quarter of an hour, at one provider in one
 * currency. Reports add the slices of a day: in every time zone, a day consists of whole quarters of an hour.
 */
export interface MoneySlice {
  readonly what: 'takings' | 'surplus' | 'refunds' | 'surplus_returned' | 'settled' | 'open';
  readonly quarterAt: Instant;
  readonly provider: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

export interface PaymentReads {
  /** Returns the attempts of an order, oldest first. */
  ofOrder(orderId: number): Promise<PaymentAttempt[]>;
  byNo(paymentNo: string): Promise<PaymentAttempt | undefined>;
  byId(id: number): Promise<PaymentAttempt | undefined>;
  /**
   * Returns the attempts of the payment that the provider knows under this number, oldest first: one attempt, or in a
   * joint payment one for each of its orders. Empty: there is no such payment.
   */
  byNumberAtProvider(number: string): Promise<PaymentAttempt[]>;
  /** Finds attempts by the number that their provider gave: at most `limit`. */
  byProviderRef(providerRef: string, limit: number): Promise<PaymentAttempt[]>;
  /** Returns the notifications about a payment. The number is that at the provider. */
  notifications(paymentNo: string): Promise<NotificationRecord[]>;
  /** Returns the sums of payments and refunds from `from` to `to` (not included). */
  moneySlices(from: Instant, to: Instant): Promise<MoneySlice[]>;
  /** The counts of the hours that begin from `from` to `to` (not included), by provider, code and hour. */
  refused(from: Instant, to: Instant): Promise<RefusedNotifications[]>;
}

export interface PaymentWrites extends PaymentReads {
  insert(attempt: Omit<PaymentAttempt, 'id'>): Promise<PaymentAttempt>;
  /** Writes every changeable field if the stored state is `from`. @throws Error if it is not. */
  save(attempt: PaymentAttempt, from: AttemptState): Promise<void>;
  /** @returns false when an event with this id from this provider was recorded before. */
  recordNotification(record: NotificationRecord): Promise<boolean>;
  /** Adds `times` to the count of the hour, provider and code. */
  addRefused(refused: RefusedNotifications): Promise<void>;
  purgeRefused(before: Instant): Promise<void>;
  /** Deletes notifications about payments and refunds that the shop does not have: the oldest, at most `limit`. */
  purgeForeign(before: Instant, limit: number): Promise<void>;
  /**
   * Deletes notifications on which the service does not act: the oldest, at most `limit`. Only earlier versions store
   * them.
   */
  purgeIgnored(limit: number): Promise<void>;
}
