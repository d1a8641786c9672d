/** A payment provider whose calls are measured. Notifications are verified without a measurement. */

import type { PaymentProvider } from '../usecases/ports/payment-provider.ts';
import type { ProviderMeter } from './provider-meter.ts';

export function measuredProvider(
  provider: PaymentProvider,
  { measure }: Pick<ProviderMeter, 'measure'>,
): PaymentProvider {
  const { name, reportDelivery } = provider;
  return {
    ...provider,
    open: (request) => measure(name, 'open', () => provider.open(request)),
    query: (payment) => measure(name, 'query', () => provider.query(payment)),
    close: (payment) => measure(name, 'close', () => provider.close(payment)),
    refund: (request) => measure(name, 'refund', () => provider.refund(request)),
    queryRefund: (refund) => measure(name, 'query_refund', () => provider.queryRefund(refund)),
    ...(reportDelivery === undefined
      ? {}
      : { reportDelivery: (order) => measure(name, 'report_delivery', () => reportDelivery(order)) }),
    fetchBill: (day) => measure(name, 'fetch_bill', () => provider.fetchBill(day)),
    checkAccess: () => measure(name, 'check_access', () => provider.checkAccess()),
  };
}
