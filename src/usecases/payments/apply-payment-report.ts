/** Applies what a provider reports about a payment, in a notification or as the response to a query. */

import type { Act } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { closeOpenPayments } from './close-payments-job.ts';
import { type PaymentVerdict, settlePayment } from './settle-payment.ts';

/**
 * Runs in the caller's act, so that a notification and its effects are committed together.
 * @param number the number of the payment at the provider.
 * @param provider the name of the provider that sent the report. A report about a payment of another provider changes
 * nothing. Null: the report is applied without this check.
 * @returns the verdict; for a joint payment the verdict that an operator must know most of all.
 */
export async function applyPaymentReport(
  act: Act,
  number: string,
  report: PaymentReport,
  provider: string | null = null,
): Promise<PaymentVerdict> {
  const settled = await settlePayment(act, number, report, provider);
  for (const { verdict, order, others } of settled) {
    if (verdict === 'won') await closeOpenPayments(act, order, others);
  }
  const verdicts = settled.map(({ verdict }) => verdict);
  return byImportance.find((verdict) => verdicts.includes(verdict)) ?? 'unknown_payment';
}

const byImportance: readonly PaymentVerdict[] = [
  'contradicted',
  'wrong_amount',
  'losing',
  'late',
  'won',
  'declined',
  'closed',
  'no_change',
];
