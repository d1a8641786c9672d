/** What the contract suite needs of a provider under test: the provider, and the bank behind it to script. */

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
  /** What the provider has posted so far, oldest first. */
  readonly notifies: readonly RawNotification[];
  /** The customer pays, and the provider posts its notify. Rejects when the provider takes no money. */
  pay(paymentNo: string, refundCourse?: RefundCourse): Promise<void>;
  /** The customer tries, and the provider declines and says so. */
  decline(paymentNo: string): Promise<void>;
  /** Lets so much time pass that a pending refund is through; the provider may post a notify. */
  finishRefund(refundNo: string): Promise<void>;
  /** A genuine notify that this payment was paid with this amount. */
  paidNotify(paymentNo: string, amountMinor: number, currency: string): RawNotification;
  /** A genuine notify of a kind that no payment service knows. */
  strangeNotify(): RawNotification;
  /** What the bank has given back of this payment. */
  returnedMinor(paymentNo: string): Promise<number>;
  /** Age at which a notify is a replay. */
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
  assert.ok(notify !== undefined, 'the provider posted nothing');
  return notify;
}

export function isForged(verdict: ReceivedNotification): boolean {
  return verdict.kind === 'forged';
}
