/**
 * The interface of a fake payment provider for the crash test and the browser tests. The fake runs outside the process
 * of the service, so its books stay complete when the service crashes.
 */

import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Environment } from '../../support/service-process.ts';

export const callKinds = ['open', 'query', 'close', 'refund'] as const;
/** What a call of the service to the provider does to a payment. Some providers need no call to open a payment. */
export type CallKind = (typeof callKinds)[number];

export type RefundPlan = 'done' | 'pending' | 'failed';

/** What a customer needs to make a payment, above all the data that `pay_order` returned. */
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
  /** Whether one payment can pay several orders. */
  readonly takesJointPayments: boolean;
  /** The kinds of call that the service makes to this provider. */
  readonly calls: readonly [CallKind, ...CallKind[]];
  /** The environment variables of a service that calls the fake at the address `url`, for example through a proxy. */
  envAt(url: string): Environment;
  /** @returns the kind of the call; undefined for calls of no kind, for example for an access token. */
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
  /** The payments that customers have made. */
  payments(): readonly BankPayment[];
  refunds(): readonly BankRefund[];
  /** The calls of the service that a correct service never makes. */
  violations(): readonly string[];
  stop(): Promise<void>;
}
