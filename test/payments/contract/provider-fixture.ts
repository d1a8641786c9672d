/** The provider under test, and functions with which the contract suite controls the bank of the provider. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type {
  PaymentProvider,
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
  /** The customer pays, and the provider sends its notification. Rejects when the payment is refused. */
  pay(paymentNo: string, refundCourse?: RefundCourse): Promise<void>;
  /** The customer tries to pay; the provider declines the payment and sends a notification of that. */
  decline(paymentNo: string): Promise<void>;
  /** Advances the clock until a pending refund is finished. The provider notifies the service. */
  finishRefund(refundNo: string): Promise<void>;
  /** Creates a genuine notification that the payment was paid with this amount. */
  paidNotify(paymentNo: string, amountMinor: number, currency: string): RawNotification;
  /** Creates a genuine notification of an event type that the service does not know. */
  strangeNotify(): RawNotification;
  /** The total of the finished refunds of a payment. */
  returnedMinor(paymentNo: string): Promise<number>;
  /** The maximum difference between the clock and the timestamp of an accepted notification. */
  readonly toleranceMs: number;
}

export type OpenProviderFixture = (context: TestContext) => Promise<ProviderFixture>;

let numbers = 0;

export function paymentRequest(bench: ProviderFixture, more: Partial<PaymentRequest> = {}): PaymentRequest {
  numbers++;
  return {
    paymentNo: `P${String(numbers).padStart(9, '0')}`,
    orderNo: `O${numbers}`,
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    channel: bench.provider.channels[0] ?? '',
    expiresAt: bench.clock.now() + 30 * 60_000,
    notifyUrl: 'https://kiosk.example/index.php/v1/pay_notify/x',
    returnUrl: 'https://kiosk.example/',
    ...more,
  };
}

export function refundRequest(payment: PaymentRequest, more: Partial<RefundRequest> = {}): RefundRequest {
  numbers++;
  return {
    refundNo: `R${String(numbers).padStart(9, '0')}`,
    paymentNo: payment.paymentNo,
    providerRef: null,
    amountMinor: payment.amountMinor,
    totalMinor: payment.amountMinor,
    currency: payment.currency,
    reason: 'The picture could not be made.',
    notifyUrl: payment.notifyUrl,
    ...more,
  };
}

export async function openPayment(bench: ProviderFixture): Promise<PaymentRequest> {
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  return request;
}

export async function paidPayment(
  bench: ProviderFixture,
  course: RefundCourse = 'done',
): Promise<PaymentRequest> {
  const request = await openPayment(bench);
  await bench.pay(request.paymentNo, course);
  return request;
}

export function lastNotify(bench: ProviderFixture): RawNotification {
  const notify = bench.notifies.at(-1);
  assert.ok(notify !== undefined, 'the provider has sent no notification');
  return notify;
}

export function isForged(verdict: ReceivedNotification): boolean {
  return verdict.kind === 'forged';
}
