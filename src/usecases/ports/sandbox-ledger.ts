/**
 * The book of the built-in sandbox bank: durable, and apart from the service's own tables, as if the bank
 * were elsewhere. Only `payments/sandbox` writes it; the self-audit reads the sums. It must never be used
 * to decide anything about an order.
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
  /** `late`: the customer paid, and the bank tells it only after the payment was closed. */
  readonly plan: 'none' | 'late';
  /** How a refund of this payment goes. */
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

/** What the bank took from customers and gave back, in one currency. */
export interface SandboxBalance {
  readonly currency: string;
  /** Amounts of the payments in state `paid`. */
  readonly takenMinor: number;
  /** Amounts of the refunds in state `done`. */
  readonly returnedMinor: number;
}

/** Each call is one transaction; writes are durable when they resolve. */
export interface SandboxLedger {
  paymentByNo(paymentNo: string): Promise<SandboxPayment | undefined>;
  /** @returns the payment that the book has under this number: an earlier one is left as it was. */
  insertPayment(payment: SandboxPayment): Promise<SandboxPayment>;
  /**
   * Reads a payment and writes the `state`, `plan`, `refundPlan`, `providerRef` and `paidAt` that `change` returns;
   * nobody else changes the payment meanwhile. `change` may run again, and returns undefined to write nothing.
   * @returns the payment as it is afterwards.
   */
  changePayment(
    paymentNo: string,
    change: (payment: SandboxPayment) => SandboxPayment | undefined,
  ): Promise<SandboxPayment | undefined>;
  refundByNo(refundNo: string): Promise<SandboxRefund | undefined>;
  /** Every refund of a payment, oldest first. */
  refundsOfPayment(paymentNo: string): Promise<SandboxRefund[]>;
  /** @returns as `insertPayment`. */
  insertRefund(refund: SandboxRefund): Promise<SandboxRefund>;
  /** Writes `state` and `finishedAt` where the stored state is `from`. @returns false where it is not. */
  saveRefund(refund: SandboxRefund, from: SandboxRefundState): Promise<boolean>;
  /** One line per currency in which a payment was taken. */
  balances(): Promise<SandboxBalance[]>;
}
