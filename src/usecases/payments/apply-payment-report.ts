/** Applies what a provider reports about a payment, in a notification or as the response to a query. */

import type { Act } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { closeOpenPayments } from './close-payments-job.ts';
import { type PaymentVerdict, settlePayment } from './settle-payment.ts';

/**
 * Runs in the caller's act, so that a notification and its effects are committed together.
 * @param provider the name of the provider that sent the report. A report about a payment of another provider changes
 * nothing. Null: the report is applied without this check.
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
