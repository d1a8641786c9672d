/**
 * Opens, queries and closes virtual payments.
 *
 * WeChat has no call to close a payment, and the signed data has no expiry: a customer who keeps the payment sheet open
 * can pay after the order is cancelled. The service refunds such a late payment without an operator, except on iOS,
 * where only Apple can return the money. An order therefore expires only some minutes after its time to pay
 * (`cannotClose`), so that few payments are late.
 */

import {
  type OpenedPayment,
  type PaymentRef,
  PaymentRefused,
  type PaymentReport,
  type PaymentRequest,
  ProviderUnreachable,
} from '../../usecases/ports/payment-provider.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { clientData, type SigningParts } from './client-data.ts';
import { type XpayClient, XpayRefusal } from './xpay-client.ts';
import { queryOrder, type XpayOrder } from './xpay-order.ts';

export interface XpayParts extends SigningParts {
  readonly xpay: XpayClient;
  readonly log: Log;
}

export function openVirtualPayment(parts: SigningParts, request: PaymentRequest): OpenedPayment {
  const sessionKey = request.payer?.sessionKey ?? null;
  if (sessionKey === null) throw new PaymentRefused('The customer’s session at WeChat is unknown.');
  if (request.currency !== 'CNY') throw new PaymentRefused('Virtual payment takes only CNY.');
  return { clientData: clientData(parts, request, sessionKey), providerRef: null };
}

export async function queryVirtualPayment(parts: XpayParts, payment: PaymentRef): Promise<PaymentReport> {
  const order = await findPayment(parts, payment);
  // WeChat pushes a payment until the service answers. If a query finds the payment before a push arrives, a push may
  // never arrive. WeChat then learns only from this call that the goods are delivered.
  if (order?.state === 'undelivered') await confirmDelivery(parts, payment.paymentNo);
  return presentReport(order);
}

export async function closeVirtualPayment(parts: XpayParts, payment: PaymentRef): Promise<PaymentReport> {
  const report = await queryVirtualPayment(parts, payment);
  // The service gives the payment up: its order is cancelled, paid otherwise, or expired some minutes ago. WeChat would
  // still take the money: see the comment at the top of this file.
  return report.state === 'open' ? { state: 'closed' } : report;
}

/** @throws ProviderUnreachable */
export async function findPayment(
  { xpay, env }: Pick<XpayParts, 'xpay' | 'env'>,
  { paymentNo, payerId }: Pick<PaymentRef, 'paymentNo' | 'payerId'>,
): Promise<XpayOrder | undefined> {
  if (payerId === null) throw new Error(`payment ${paymentNo} has no payer`);
  try {
    return await queryOrder(xpay, env, payerId, paymentNo);
  } catch (error) {
    // A refusal never proves that the payment does not exist, so the outcome is unknown.
    if (error instanceof XpayRefusal) throw new ProviderUnreachable(error.message);
    throw error;
  }
}

/**
 * Whether all money of the payment went back to the customer. After a refund the status can again be that of a paid
 * payment; such a payment counts as paid, and a refund of it fails.
 */
function isReturned({ state, leftMinor }: XpayOrder): boolean {
  return state === 'refunded' && leftMinor === 0;
}

/**
 * The report for a payment whose money the service may not have recorded. A payment that was wholly refunded counts as
 * closed, because no money is left that could pay the order.
 */
export function presentReport(order: XpayOrder | undefined): PaymentReport {
  return order !== undefined && isReturned(order) ? { state: 'closed' } : reportOf(order);
}

/** The report about the money that was received, even if it was refunded later. */
export function reportOf(order: XpayOrder | undefined): PaymentReport {
  switch (order?.state) {
    case undefined:
      return { state: 'unknown' };
    case 'open':
    case 'closed':
      return { state: order.state };
    case 'paid':
    case 'undelivered':
    case 'refunded':
    case 'refund_failed':
      return {
        state: 'paid',
        // With a coupon, the price counts as received, as at WeChat Pay.
        receivedMinor: order.paidMinor + order.couponMinor,
        currency: 'CNY',
        providerRef: order.wxOrderId,
        paidAt: order.at,
      };
  }
}

async function confirmDelivery({ xpay, log }: XpayParts, paymentNo: string): Promise<void> {
  try {
    await xpay.call('notify_provide_goods', { order_id: paymentNo });
  } catch (err) {
    // The payment counts even without this confirmation. WeChat repeats its push for some hours, and the answer
    // confirms the delivery.
    log.warn({ paymentNo, err }, 'delivery not confirmed at WeChat');
  }
}
