/** Stores a provider's bill: its rows, and its sums by currency. Replaces an earlier bill of the same day. */

import type { Act } from '../act.ts';
import type { BillRow } from '../ports/provider-bill.ts';
import { isPaymentNo, isRefundNo } from '../public-ids.ts';
import type { BillDay, BillTotal, StoredBillRow } from './reconciliation-store.ts';

/**
 * Writes everything in the act's transaction, so that other calls read either the whole bill or none of it.
 * @param own the result of `ownRows`.
 */
export async function storeBill(
  act: Act,
  day: BillDay,
  rows: readonly BillRow[],
  own: readonly StoredBillRow[],
): Promise<void> {
  const { reconciliation } = act.tx;
  await reconciliation.replaceBill(day, own, totalsOf(day, own));
  const fetched = { tries: 0, lastError: null, fetchedAt: act.clock.now() };
  const foreignRows = rows.length - own.length;
  await reconciliation.saveDay({ ...day, ...fetched, state: 'fetched', foreignRows });
}

/** @returns the rows whose payment or refund number has the form of the service's numbers. */
export function ownRows(day: BillDay, rows: readonly BillRow[]): StoredBillRow[] {
  return rows.flatMap((row, line) => ownRow(day, line, row) ?? []);
}

/** @returns undefined for a row of another system that uses the same account at the provider. */
function ownRow({ provider, day }: BillDay, line: number, row: BillRow): StoredBillRow | undefined {
  const number = ownNumber(row);
  if (number === undefined) return undefined;
  const { kind, providerRef, amountMinor, currency, feeMinor, state, at } = row;
  const paymentNo = isOwnPayment(row.paymentNo) ? row.paymentNo : null;
  return {
    provider,
    day,
    line,
    kind,
    number,
    paymentNo,
    providerRef,
    amountMinor,
    currency,
    feeMinor,
    state,
    at,
  };
}

/**
 * The number under which a row is stored. A refund of the service's payment that an operator requested on the
 * provider's own pages has no number of the service, so the provider's number is used.
 */
function ownNumber({ kind, paymentNo, refundNo, providerRef }: BillRow): string | undefined {
  if (kind === 'payment') return isOwnPayment(paymentNo) ? paymentNo : undefined;
  if (refundNo !== null && isRefundNo(refundNo)) return refundNo;
  return isOwnPayment(paymentNo) ? providerRef : undefined;
}

function isOwnPayment(paymentNo: string | null): paymentNo is string {
  return paymentNo !== null && isPaymentNo(paymentNo);
}

function totalsOf({ provider, day }: BillDay, rows: readonly StoredBillRow[]): BillTotal[] {
  const totals = new Map<string, BillTotal>();
  for (const { kind, currency, state, amountMinor, feeMinor } of rows) {
    const known = totals.get(currency) ?? noTotal(provider, day, currency);
    const fee = feeMinor === null ? known.feeMinor : (known.feeMinor ?? 0) + feeMinor;
    const counts = state === 'done' ? 1 : 0;
    const minor = state === 'done' ? amountMinor : 0;
    const { payments, paymentsMinor, refunds, refundsMinor } = known;
    totals.set(currency, {
      ...known,
      feeMinor: fee,
      ...(kind === 'payment'
        ? { payments: payments + counts, paymentsMinor: paymentsMinor + minor }
        : { refunds: refunds + counts, refundsMinor: refundsMinor + minor }),
    });
  }
  return [...totals.values()];
}

function noTotal(provider: string, day: number, currency: string): BillTotal {
  return {
    provider,
    day,
    currency,
    payments: 0,
    paymentsMinor: 0,
    refunds: 0,
    refundsMinor: 0,
    feeMinor: null,
  };
}
