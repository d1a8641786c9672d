/**
 * A fake payment provider as the crash test and the browser tests use it. The fake is not in the process of the service, so its books
 * are complete whatever happens to the service.
 */

import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Environment } from '../../support/service-process.ts';

export const callKinds = ['open', 'query', 'close', 'refund'] as const;
/** What a call of the service to the provider does. A payment may be opened without a call. */
export type CallKind = (typeof callKinds)[number];

export type RefundPlan = 'done' | 'pending' | 'failed';

/** A payment as the customer makes it, with what `pay_order` returned to the customer. */
export interface Purchase {
  readonly buyer: string;
  readonly clientData: Readonly<Record<string, string>>;
  /** What happens to the first refund of the payment. */
  readonly plan: RefundPlan;
}

export interface BankPayment {
  readonly paymentNo: string;
  readonly amountMinor: number;
}

export interface BankRefund {
  readonly refundNo: string;
  readonly paymentNo: string;
  readonly amountMinor: number;
  readonly state: 'pending' | 'done' | 'failed';
}

export interface Bank {
  readonly name: string;
  /** The address at which the fake listens. */
  readonly url: string;
  readonly channels: readonly [string, ...string[]];
  /** The calls that the service makes. */
  readonly calls: readonly [CallKind, ...CallKind[]];
  /** The variables of a service that reaches the fake at another address. */
  envAt(url: string): Environment;
  /** @returns undefined for other calls, for example for an access token. */
  kindOf(method: string, path: string, body: string): CallKind | undefined;
  /** @returns the code with which the customer signs in, or null if customers need not sign in. */
  loginCode(buyer: string): string | null;
  /** The address to which the provider sends the customer after the payment; null: the customer stays in the shop. */
  returnUrl(clientData: Purchase['clientData']): string | null;
  /** The customer pays. @throws Error when the provider refuses, for example because the payment is closed. */
  pay(purchase: Purchase): Promise<void>;
  /**
   * The notifications after the first `from`, the oldest first. Each call of a function signs anew, as the provider
   * does when it repeats a notification.
   */
  notices(from: number): readonly (() => RawNotification)[];
  accepts(status: number, body: string): boolean;
  /** The numbers of the payments that a customer who kept the page can still pay. */
  payable(): readonly string[];
  /** The numbers of the pending refunds. */
  pendingRefunds(): readonly string[];
  finishRefund(refundNo: string, end: 'done' | 'failed'): void;
  /** The payments that were made. */
  payments(): readonly BankPayment[];
  refunds(): readonly BankRefund[];
  /** Calls that a sound service never makes. */
  violations(): readonly string[];
  stop(): Promise<void>;
}
