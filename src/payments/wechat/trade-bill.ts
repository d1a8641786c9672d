/** Translates WeChat Pay's trade bill of one day. Pure. */

import type { BillRow } from '../../usecases/ports/provider-bill.ts';
import { type BillLine, beijingInstant, cell, fenOf, readTable } from './bill-table.ts';
import { refundNoOf } from './refund-number.ts';

/** @throws Error when the bill is not complete or not understood. */
export function readTradeBill(text: string): readonly BillRow[] {
  return readTable(text, '总交易单数').map(rowOf);
}

function rowOf(line: BillLine): BillRow {
  const state = cell(line, '交易状态');
  const shared = {
    paymentNo: cell(line, '商户订单号') || null,
    currency: cell(line, '货币种类'),
    feeMinor: fenOf(cell(line, '手续费')),
    at: beijingInstant(cell(line, '交易时间')),
  };
  switch (state) {
    case 'SUCCESS':
      return {
        ...shared,
        kind: 'payment',
        refundNo: null,
        providerRef: cell(line, '微信订单号'),
        // Before coupons: the amount that the merchant asked for, as in notifications.
        amountMinor: fenOf(cell(line, '订单金额')),
        state: 'done',
      };
    case 'REFUND':
    case 'REVOKED':
      return {
        ...shared,
        kind: 'refund',
        refundNo: refundNoOf(cell(line, '商户退款单号')) || null,
        providerRef: cell(line, '微信退款单号'),
        amountMinor: fenOf(cell(line, '申请退款金额')),
        // WeChat Pay returns a revoked payment at once. Some bills leave out the state of such a refund.
        state: state === 'REVOKED' ? 'done' : refundState(cell(line, '退款状态')),
      };
    default:
      throw new Error('The bill has a row of an unknown state.');
  }
}

/** The state on the day of the refund. WeChat Pay does not change the bill when the refund is finished later. */
function refundState(state: string): BillRow['state'] {
  switch (state) {
    case 'SUCCESS':
      return 'done';
    case 'PROCESSING':
      return 'pending';
    case 'FAIL':
    case 'CHANGE':
      return 'failed';
    default:
      throw new Error('The bill has a refund of an unknown state.');
  }
}
