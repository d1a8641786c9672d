/** The provider under test, and functions with which the contract suite controls the bank of the provider. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type {
  OpenedPayment,
  OpenPaymentRef,
  Payer,
  PaymentProvider,
  PaymentRef,
  PaymentRequest,
  RawNotification,
  ReceivedNotification,
  RefundRequest,
} from '../../../src/usecases/ports/payment-provider.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

export type RefundCourse = 'done' | 'pending' | 'failed';

export interface ProviderFixture {
  readonly provider: PaymentProvider;
  readonly clock: ManualClock;
  /** The notifications that the provider has sent so far, oldest first. */
  readonly notifies: readonly RawNotification[];
  /**
   * The customer opens the link or QR code that the client received, and only this creates the payment at the provider.
   * Rejects when the provider refuses. Undefined: the provider knows a payment as soon as the service opens it.
   */
  readonly visit?: (opened: OpenedPayment) => Promise<void>;
  /** The customer pays, and the provider sends its notification. Rejects when the payment is refused. */
  pay(paymentNo: string, refundCourse?: RefundCourse): Promise<void>;
  /**
   * The customer tries to pay; the provider declines the payment and sends a notification of the decline. Null: the
   * provider lets the customer try again and sends no notification.
   */
  readonly decline: ((paymentNo: string) => Promise<void>) | null;
  /** False: an expired payment cannot be paid, but the provider reports it as open until it is closed. Default: true. */
  readonly closesExpired?: boolean;
  /**
   * False: the provider has no call to close a payment, and a payment has no expiry. The customer can still pay after
   * the service has closed the payment, and the provider must then report it as paid. Default: true.
   */
  readonly canClose?: boolean;
  /**
   * True: `open` makes only the client's data without a call, and the provider knows a payment only when the customer
   * opens it.
   */
  readonly opensLocally?: boolean;
  /** The only currency that the provider accepts. Default: the provider accepts every currency. */
  readonly onlyCurrency?: string;
  /** The parameters that contain a notification's signature. Default: all headers except `content-type` contain it. */
  readonly proofs?: { readonly part: 'query'; readonly names: readonly string[] };
  /** The part of the body that the signature covers. Default: the whole body. */
  signedPart?(body: Uint8Array): { readonly from: number; readonly to: number };
  /** True: a query of the provider shows a refund only after the money has been returned. Default: false. */
  readonly hidesUnfinishedRefunds?: boolean;
  /** Advances the clock until a pending refund is finished. The provider notifies the service. */
  finishRefund(refundNo: string): Promise<void>;
  /**
   * The merchant refunds this amount of the payment on the provider's own pages. Undefined: the provider has no such
   * pages, or its query does not say how much was refunded.
   */
  readonly refundByHand?: (paymentNo: string, amountMinor: number) => void;
  /** Creates a genuine notification that the payment was paid with this amount. */
  paidNotify(paymentNo: string, amountMinor: number, currency: string): RawNotification;
  /** Creates a genuine notification of an event type that the service does not know. */
  strangeNotify(): RawNotification;
  /** The total of the finished refunds of a payment. */
  returnedMinor(paymentNo: string): Promise<number>;
  /** The account of the customer at the provider, if the channels of the provider need it. */
  readonly payer?: Payer;
  /** The maximum difference between the clock and the timestamp of an accepted notification. Null: any age. */
  readonly toleranceMs: number | null;
  /** True: the signature is in the body, and not in a header or parameter. Default: false. */
  readonly signsInBody?: boolean;
  /** How long the payments of the tests stay open. Default: 30 minutes. Some providers keep every payment longer. */
  readonly openMs?: number;
}

export type OpenProviderFixture = (context: TestContext) => Promise<ProviderFixture>;

/** A payment of a test: its request, and what the provider needs to find it again. */
export type TestPayment = PaymentRequest & OpenPaymentRef;

const notifyUrl = 'https://kiosk.example/index.php/v1/pay_notify/x';

let numbers = 0;

export function paymentRequest(bench: ProviderFixture, more: Partial<TestPayment> = {}): TestPayment {
  numbers++;
  return {
    paymentNo: `P${String(numbers).padStart(9, '0')}`,
    orderNo: `O${numbers}`,
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    channel: bench.provider.channels[0] ?? '',
    goodId: 2,
    quantity: 1,
    payer: bench.payer ?? null,
    payerId: bench.payer?.id ?? null,
    providerRef: null,
    clientAddress: '203.0.113.7',
    createdAt: bench.clock.now(),
    expiresAt: bench.clock.now() + (bench.openMs ?? 30 * 60_000),
    notifyUrl,
    returnUrl: 'https://kiosk.example/',
    ...more,
  };
}

export function refundRequest(payment: PaymentRef, more: Partial<RefundRequest> = {}): RefundRequest {
  numbers++;
  return {
    refundNo: `R${String(numbers).padStart(9, '0')}`,
    payment,
    providerRefundId: null,
    amountMinor: payment.amountMinor,
    totalMinor: payment.amountMinor,
    earlierMinor: 0,
    currency: payment.currency,
    notifyUrl,
    ...more,
  };
}

export async function openPayment(bench: ProviderFixture): Promise<TestPayment> {
  const request = paymentRequest(bench);
  const opened = await bench.provider.open(request);
  await bench.visit?.(opened);
  return { ...request, providerRef: opened.providerRef };
}

export async function paidPayment(
  bench: ProviderFixture,
  course: RefundCourse = 'done',
): Promise<TestPayment> {
  const request = await openPayment(bench);
  await bench.pay(request.paymentNo, course);
  return request;
}

export function lastNotify(bench: ProviderFixture): RawNotification {
  const notify = bench.notifies.at(-1);
  assert.ok(notify !== undefined, 'the provider has sent no notification');
  return notify;
}

/** The notification without the headers or parameters that contain its signature. */
export function withoutProof(bench: ProviderFixture, notification: RawNotification): RawNotification {
  return { ...notification, [bench.proofs?.part ?? 'headers']: {} };
}

export function isForged(verdict: ReceivedNotification): boolean {
  return verdict.kind === 'forged';
}
