/** Writes bills and differences for the console's API. */

import type { Static } from 'typebox';
import { formatDay } from '../../domain/civil-day.ts';
import type { ListedBill } from '../../usecases/reconciliation/list-reconciliation.ts';
import type { ListedDifference } from '../../usecases/reconciliation/reconciliation-store.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import type { billSchema, differenceSchema } from './console-reconciliation-schemas.ts';

export function billToWire(bill: ListedBill): Static<typeof billSchema> {
  return {
    provider: bill.provider,
    day: formatDay(bill.day),
    state: bill.state,
    next_try_at: utcText(bill.nextTryAt),
    tries: bill.tries,
    last_error: bill.lastError,
    fetched_at: utcTextOrNull(bill.fetchedAt),
    foreign_rows: bill.foreignRows,
    totals: bill.totals.map(({ currency, payments, paymentsMinor, refunds, refundsMinor, feeMinor }) => ({
      currency,
      payments: paymentsMinor,
      payments_count: payments,
      refunds: refundsMinor,
      refunds_count: refunds,
      fees: feeMinor,
    })),
    open_differences: bill.openDifferences,
  };
}

export function differenceToWire(difference: ListedDifference): Static<typeof differenceSchema> {
  return {
    id: difference.id,
    provider: difference.provider,
    day: formatDay(difference.day),
    kind: difference.kind,
    number: difference.number,
    payment_no: difference.paymentNo,
    provider_ref: difference.providerRef,
    order_id: difference.orderId,
    order_no: difference.orderNo,
    type: difference.type,
    billed_amount: difference.billedMinor,
    billed_currency: difference.billedCurrency,
    billed_state: difference.billedState,
    own_amount: difference.ownMinor,
    own_currency: difference.ownCurrency,
    own_state: difference.ownState,
    remedy: difference.remedy,
    found_at: utcText(difference.foundAt),
    remedied_at: utcTextOrNull(difference.remediedAt),
    remedied_by: difference.remediedBy,
    resolution: difference.resolution,
    resolved_at: utcTextOrNull(difference.resolvedAt),
    resolved_by: difference.resolvedBy,
    reason: difference.reason,
  };
}
