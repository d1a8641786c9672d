/** Applies what a provider reports about a payment, in a notification or as the answer to a query. */

import type { Act } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { closeOpenPayments } from './close-payments-job.ts';
import { type PaymentVerdict, settlePayment } from './settle-payment.ts';

/** Runs in the caller's act, so that a notification and its effects are committed together. */
export async function applyPaymentReport(
  act: Act,
  paymentNo: string,
  report: PaymentReport,
): Promise<PaymentVerdict> {
  const { verdict, order } = await settlePayment(act, paymentNo, report);
  if (verdict === 'won' && order !== null) await closeOpenPayments(act, order);
  return verdict;
}
