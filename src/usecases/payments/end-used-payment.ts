/**
 * Ends an open payment whose customer asks for its data again although the provider opens no second payment sheet for
 * its number (`oneSheetPerNumber`). The customer then gets a payment with a new number.
 *
 * The customer may still have the first sheet open, for example on another device. Money that arrives for an ended
 * payment pays the order if the order is unpaid, and is refunded otherwise.
 */

import { numberAtProvider } from '../../domain/payment-state.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { type PaymentProvider, type PaymentReport, ProviderUnreachable } from '../ports/payment-provider.ts';
import { openPaymentRef } from '../ports/provider-refs.ts';
import { applyPaymentReport } from './apply-payment-report.ts';
import { type NewPayment, notStarted } from './open-payment.ts';

/**
 * @returns false when the provider does not know the number, so that the customer can still pay with it. True: the
 * payment was paid, or has ended.
 * @throws AppError `payment_provider_failed` when the provider does not respond.
 */
export async function endUsedPayment(
  deps: ActDeps & Pick<Deps, 'log'>,
  provider: PaymentProvider,
  { attempts: [attempt], orders: [order] }: Pick<NewPayment, 'attempts' | 'orders'>,
  requestId: string,
): Promise<boolean> {
  const number = numberAtProvider(attempt);
  let report: PaymentReport;
  try {
    report = await provider.query(openPaymentRef(attempt, order));
  } catch (cause) {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    deps.log.warn({ paymentNo: number, provider: provider.name, err: cause }, 'payment not queried');
    throw notStarted(cause);
  }
  if (report.state === 'unknown') return false;
  const end: PaymentReport = report.state === 'paid' ? report : { state: 'closed' };
  await perform(deps, { actor: system, requestId }, (act) => applyPaymentReport(act, number, end));
  return true;
}
