/**
 * Parses the table 业务明细 of Alipay's bill. Lines that begin with # are comments, values end with tabs, and nothing is
 * quoted: if a title contains a comma, its row has more values than the table has columns.
 */

import type { BillRow } from '../../usecases/ports/provider-bill.ts';
import { refundIdOf } from './alipay-refunds.ts';
import { parseBeijingTime } from './beijing-time.ts';
import { minorOf } from './yuan.ts';

const title = '商品名称';
const needed = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  title,
  '完成时间',
  '订单金额（元）',
  '退款批次号/请求号',
  '服务费（元）',
];

/**
 * The numbers of payments and refunds below the table. Bills have a line for each, for example
 * `#交易合计：6笔，商家实收共0.06元，商家优惠共0.00元`; one line with both numbers is accepted too.
 */
const totalForms = {
  payment: /^#.*交易合计[：:]\s*(\d+)\s*笔/,
  refund: /^#.*退款合计[：:]\s*(\d+)\s*笔/,
} as const;

/**
 * @returns undefined if the text is another table.
 * @throws Error when a row is not understood, or when rows are missing.
 */
export function parseBillTable(text: string): BillRow[] | undefined {
  const lines = text.split(/\r?\n/);
  const data = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const head = (data[0] ?? '').split(',').map(clean);
  if (!needed.every((name) => head.includes(name))) return undefined;
  const rows = data.slice(1).map((line, index) => rowOf(cellsOf(line, head), index + 1));
  for (const kind of ['payment', 'refund'] as const) requireTotal(lines, kind, rows);
  return rows;
}

/** @throws Error when the bill states another number of rows of this kind than it has. */
function requireTotal(
  lines: readonly string[],
  kind: keyof typeof totalForms,
  rows: readonly BillRow[],
): void {
  const count = rows.filter((row) => row.kind === kind).length;
  for (const line of lines) {
    const total = totalForms[kind].exec(line)?.[1];
    if (total !== undefined && Number(total) !== count) {
      throw new Error(`Alipay’s bill counts ${total} rows of the kind ${kind}, but has ${count}`);
    }
  }
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}

type Cells = Readonly<Record<string, string>>;

function cellsOf(line: string, head: readonly string[]): Cells {
  const parts = line.split(',').map(clean);
  const surplus = parts.length - head.length;
  // All values except the title have a fixed form without commas, so surplus commas belong to the title.
  if (surplus > 0) parts.splice(head.indexOf(title), surplus + 1, '');
  return Object.fromEntries(head.map((name, index) => [name, parts[index] ?? '']));
}

function rowOf(cells: Cells, number: number): BillRow {
  const kind = { 交易: 'payment', 退款: 'refund' } as const;
  const type = cells.业务类型 === '交易' || cells.业务类型 === '退款' ? kind[cells.业务类型] : undefined;
  const amountMinor = minorOf(cells['订单金额（元）']);
  const feeMinor = minorOf(cells['服务费（元）'] || '0');
  const at = parseBeijingTime(cells.完成时间);
  const tradeNo = cells.支付宝交易号;
  const refundNo = type === 'refund' ? cells['退款批次号/请求号'] || null : null;
  if (
    type === undefined ||
    amountMinor === undefined ||
    feeMinor === undefined ||
    at === undefined ||
    !tradeNo
  ) {
    throw new Error(`row ${number} of Alipay’s bill is not understood`);
  }
  return {
    kind: type,
    paymentNo: cells.商户订单号 || null,
    refundNo,
    providerRef: refundNo === null ? tradeNo : (refundIdOf(tradeNo, refundNo) ?? tradeNo),
    // Alipay writes the amounts of refunds as negative numbers. The sign of a fee is set below: a fee for a payment is
    // positive, and a fee that Alipay returns with a refund is negative.
    amountMinor: Math.abs(amountMinor),
    currency: 'CNY',
    feeMinor: feeMinor === 0 ? 0 : type === 'refund' ? -Math.abs(feeMinor) : Math.abs(feeMinor),
    state: 'done',
    at,
  };
}
