/**
 * WeChat Pay's fund bill: the movements of the merchant's account on one day. It completes the trade bill, which shows
 * each refund only on the day of its request. Pure.
 */

import type { BillRow } from '../../usecases/ports/provider-bill.ts';
import { type BillLine, beijingInstant, cell, fenOf, readTable } from './bill-table.ts';
import { refundNoOf } from './refund-number.ts';

/** @throws Error when the bill is not complete or not understood. */
export function readFundBill(text: string): readonly BillRow[] {
  return readTable(text, '资金流水总笔数').flatMap(rowOf);
}

/** @returns no row for fees, withdrawals and deposits, because they are not payments or refunds. */
function rowOf(line: BillLine): BillRow[] {
  const isIncome = cell(line, '收支类型') === '收入';
  const type = cell(line, '业务类型');
  const number = cell(line, '业务凭证号');
  const shared = {
    providerRef: cell(line, '微信支付业务单号'),
    // In bills of older accounts the heading of this column has other brackets.
    amountMinor: fenOf(line.get('收支金额(元)') ?? cell(line, '收支金额（元）')),
    currency: 'CNY',
    feeMinor: null,
    at: beijingInstant(cell(line, '记账时间')),
  };
  const refund = {
    ...shared,
    kind: 'refund',
    paymentNo: null,
    refundNo: refundNoOf(number) || null,
  } as const;
  if (type === '交易' && isIncome) {
    return [{ ...shared, kind: 'payment', paymentNo: number || null, refundNo: null, state: 'done' }];
  }
  // The money has left the merchant's account, but has perhaps not reached the customer yet.
  if (type === '退款' && !isIncome) return [{ ...refund, state: 'pending' }];
  // The money came back: WeChat Pay has closed the refund.
  if (type === '退款关闭' && isIncome) return [{ ...refund, state: 'failed' }];
  return [];
}

/**
 * Merges both bills of a day: all rows of the trade bill, and the rows that are only in the fund bill. If the fund
 * bill shows that a refund of the trade bill was closed on the same day, the refund gets the state `failed`.
 */
export function mergeBills(trades: readonly BillRow[], funds: readonly BillRow[]): readonly BillRow[] {
  const closed = new Set(
    funds.filter(({ state }) => state === 'failed').map(({ providerRef }) => providerRef),
  );
  const known = new Set(trades.map(({ providerRef }) => providerRef));
  const merged = trades.map(
    (row): BillRow =>
      row.kind === 'refund' && closed.has(row.providerRef) ? { ...row, state: 'failed' } : row,
  );
  const more = funds.filter(
    (row) => !known.has(row.providerRef) && (row.state === 'failed' || !closed.has(row.providerRef)),
  );
  return [...merged, ...more];
}
