/**
 * The ledger of the built-in sandbox bank. It is separate from the service's own tables, as the ledger of an external
 * bank would be. Only `payments/sandbox` writes the ledger, and `npm run audit` reads its sums. No use case may read
 * the ledger to decide about an order.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export const sandboxPaymentStates = ['open', 'declined', 'closed', 'paid'] as const;
export type SandboxPaymentState = (typeof sandboxPaymentStates)[number];

export const sandboxRefundStates = ['pending', 'done', 'failed'] as const;
export type SandboxRefundState = (typeof sandboxRefundStates)[number];

export interface SandboxPayment {
  readonly paymentNo: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly title: string;
  readonly state: SandboxPaymentState;
  /** `late`: the customer has paid, but the bank reports the payment only after it was closed. */
  readonly plan: 'none' | 'late';
  /** The outcome of a refund of this payment. */
  readonly refundPlan: 'done' | 'pending' | 'failed';
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly providerRef: string | null;
  readonly paidAt: Instant | null;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

export interface SandboxRefund {
  readonly refundNo: string;
  readonly paymentNo: string;
  readonly amountMinor: number;
  readonly state: SandboxRefundState;
  readonly notifyUrl: string;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
}

/** A payment received or a refund finished by the bank, as a row of its bill. */
export interface SandboxMovement {
  readonly kind: 'payment' | 'refund';
  readonly paymentNo: string;
  readonly refundNo: string | null;
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Instant;
}

/** What the bank received from customers and refunded, in one currency. */
export interface SandboxBalance {
  readonly currency: string;
  /** Amounts of the payments in state `paid`. */
  readonly takenMinor: number;
  /** Amounts of the refunds in state `done`. */
  readonly returnedMinor: number;
}

/** Each call is one transaction. A write is durable when its promise resolves. */
export interface SandboxLedger {
  paymentByNo(paymentNo: string): Promise<SandboxPayment | undefined>;
  /** Inserts the payment unless the number exists. @returns the stored payment of this number. */
  insertPayment(payment: SandboxPayment): Promise<SandboxPayment>;
  /**
   * Reads a payment and writes the `state`, `plan`, `refundPlan`, `providerRef` and `paidAt` that `change` returns.
   * No other call changes the payment in between. `change` may run more than once. If `change` returns undefined,
   * nothing is written.
   * @returns the payment after the call; undefined for an unknown number.
   */
  changePayment(
    paymentNo: string,
    change: (payment: SandboxPayment) => SandboxPayment | undefined,
  ): Promise<SandboxPayment | undefined>;
  refundByNo(refundNo: string): Promise<SandboxRefund | undefined>;
  /** All refunds of a payment, oldest first. */
  refundsOfPayment(paymentNo: string): Promise<SandboxRefund[]>;
  /** Inserts the refund unless the number exists. @returns the stored refund of this number. */
  insertRefund(refund: SandboxRefund): Promise<SandboxRefund>;
  /** Writes `state` and `finishedAt` if the stored state is `from`. @returns false if it is not. */
  saveRefund(refund: SandboxRefund, from: SandboxRefundState): Promise<boolean>;
  /** The payments received, then the refunds finished, from `from` to `to` (not included). */
  movements(from: Instant, to: Instant): Promise<SandboxMovement[]>;
  /** One entry for each currency in which the bank received a payment. */
  balances(): Promise<SandboxBalance[]>;
}
