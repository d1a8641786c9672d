/** Applies what a provider reports of a payment, whether by a notification or as the answer to a query. */

import type { Act } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { closeOpenPayments } from './close-payments-job.ts';
import { type PaymentVerdict, settlePayment } from './settle-payment.ts';

/**
 * Within the caller's act, so that a notification's record and its effect are written together.
 * @param provider whose payment it must be; null: any provider's.
 */
export async function applyPaymentReport(
  act: Act,
  paymentNo: string,
  report: PaymentReport,
  provider: string | null = null,
): Promise<PaymentVerdict> {
  const { verdict, order, others } = await settlePayment(act, paymentNo, report, provider);
  if (verdict === 'won' && order !== null) await closeOpenPayments(act, order, others);
  return verdict;
}
