/** What the use cases need of the database for payment attempts and payment notifications. */

import type { AttemptState, PaymentAttempt } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';

/** One notify of a provider as it was judged; kept for the operator. */
export interface NotificationRecord {
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

/** Sums of one quarter of an hour, since a day of any zone is made of whole ones. */
export interface MoneySlice {
  readonly what: 'takings' | 'surplus' | 'refunds' | 'surplus_returned' | 'open';
  readonly quarterAt: Instant;
  readonly provider: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

export interface PaymentReads {
  ofOrder(orderId: number): Promise<PaymentAttempt[]>;
  byNo(paymentNo: string): Promise<PaymentAttempt | undefined>;
  byId(id: number): Promise<PaymentAttempt | undefined>;
  notifications(paymentNo: string): Promise<NotificationRecord[]>;
  /** `to` is not included. */
  moneySlices(from: Instant, to: Instant): Promise<MoneySlice[]>;
}

export interface PaymentWrites extends PaymentReads {
  insert(attempt: Omit<PaymentAttempt, 'id'>): Promise<PaymentAttempt>;
  /** Writes every changeable field where the stored state is `from`. @throws Error where it is not. */
  save(attempt: PaymentAttempt, from: AttemptState): Promise<void>;
  /** @returns false when this provider's event was recorded before. */
  recordNotification(record: NotificationRecord): Promise<boolean>;
}
