/** Wraps a payment provider so that every call to it is measured. The verification of notifications is not measured. */

import type { PaymentProvider } from '../usecases/ports/payment-provider.ts';
import type { ProviderBook } from '../usecases/ports/provider-bill.ts';
import type { ProviderMeter } from './provider-meter.ts';

export function measuredProvider(
  provider: PaymentProvider,
  { measure }: Pick<ProviderMeter, 'measure'>,
): PaymentProvider {
  const { name, reportDelivery, listDisputes, queryDispute } = provider;
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
    ...(listDisputes === undefined
      ? {}
      : { listDisputes: () => measure(name, 'list_disputes', () => listDisputes()) }),
    ...(queryDispute === undefined
      ? {}
      : { queryDispute: (disputeNo) => measure(name, 'query_dispute', () => queryDispute(disputeNo)) }),
    async fetchBill(day) {
      const bill = await measure(name, 'fetch_bill', () => provider.fetchBill(day));
      return bill.state === 'book' ? { state: 'book', book: measuredBook(name, bill.book, measure) } : bill;
    },
    checkAccess: () => measure(name, 'check_access', () => provider.checkAccess()),
  };
}

function measuredBook(name: string, book: ProviderBook, measure: ProviderMeter['measure']): ProviderBook {
  return {
    payment: (payment) => measure(name, 'query', () => book.payment(payment)),
    refund: (refund) => measure(name, 'query_refund', () => book.refund(refund)),
  };
}
