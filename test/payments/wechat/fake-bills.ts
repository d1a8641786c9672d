/** Writes the bills of the fake WeChat Pay, as the documentation and its sample files show them. */

import type { FakeMerchant, FakeOrder, FakeRefund } from './fake-records.ts';
import type { FakeTrades } from './fake-trades.ts';

const tradeHeader =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,' +
  '应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,' +
  '手续费,费率,订单金额,申请退款金额,费率备注';
const tradeSummary =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const fundHeader =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号';
const fundSummary = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额';

const dayMs = 24 * 60 * 60_000;
const beijingMs = 8 * 60 * 60_000;

interface Line {
  readonly at: number;
  readonly values: readonly string[];
}

function isOn(day: number, at: number | null): at is number {
  return at !== null && Math.floor((at + beijingMs) / dayMs) === day;
}

function civil(at: number): string {
  return new Date(at + beijingMs).toISOString().slice(0, 19).replace('T', ' ');
}

function yuan(fen: number, decimals = 2): string {
  return (fen / 100).toFixed(decimals);
}

/** The fee of the merchant: 0.6 % of the amount, rounded to whole fen. */
export function feeOf(total: number): number {
  return Math.round(total * 0.006);
}

function table(
  header: string,
  lines: readonly Line[],
  summaryHeader: string,
  sums: readonly string[],
): string {
  const rows = lines.toSorted((a, b) => a.at - b.at).map(({ values }) => `\`${values.join(',`')}`);
  const text = [header, ...rows, summaryHeader, `\`${sums.join(',`')}`].map((line) => `${line}\r\n`).join('');
  return `\uFEFF${text}`;
}

/** @param day days since 1970 in Beijing. @returns null: no trades on that day. */
export function tradeBill(trades: FakeTrades, merchant: FakeMerchant, day: number): string | null {
  const orders = [...trades.orders.values()];
  const paid = orders.filter(({ state, paidAt }) => state === 'SUCCESS' && isOn(day, paidAt));
  const refunds = [...trades.refunds.values()].filter(({ requestedAt }) => isOn(day, requestedAt));
  const lines = [
    ...paid.map((order) => tradeLine(order, merchant, null, day)),
    ...refunds.flatMap((refund) => {
      const order = trades.orders.get(refund.outTradeNo);
      return order === undefined ? [] : [tradeLine(order, merchant, refund, day)];
    }),
  ];
  if (lines.length === 0) return null;
  const sum = yuan(paid.reduce((total, order) => total + order.total, 0));
  const back = yuan(refunds.reduce((total, refund) => total + refund.amount, 0));
  const sums = [`${lines.length}.0`, sum, back, '0.0', '0.0', sum, back];
  return table(tradeHeader, lines, tradeSummary, sums);
}

function tradeLine(
  order: FakeOrder,
  { mchId, appId }: FakeMerchant,
  refund: FakeRefund | null,
  day: number,
): Line {
  const at = refund === null ? (order.paidAt ?? 0) : refund.requestedAt;
  const title = String((JSON.parse(order.body) as { description: string }).description);
  const values = [
    ...[
      civil(at),
      appId,
      mchId,
      '0',
      '',
      order.transactionId ?? '',
      order.outTradeNo,
      'oUser',
      order.tradeType,
    ],
    ...[refund === null ? 'SUCCESS' : 'REFUND', 'OTHERS', order.currency],
    ...[
      refund === null ? yuan(order.payerTotal) : '0.00',
      '0.00',
      refund?.refundId ?? '0',
      refund?.outRefundNo ?? '0',
    ],
    ...[yuan(refund?.amount ?? 0), '0.00', refund === null ? '' : 'ORIGINAL', stateOn(day, refund)],
    // The product name contains a comma, so that the parser of bills is tested with it.
    ...[`${title},冲印`, '', yuan(refund === null ? feeOf(order.total) : 0, 5), '0.60%'],
    ...[refund === null ? yuan(order.total) : '0.00', yuan(refund?.amount ?? 0), ''],
  ];
  return { at, values };
}

function stateOn(day: number, refund: FakeRefund | null): string {
  if (refund === null) return '';
  if (!isOn(day, refund.finishedAt)) return 'PROCESSING';
  return { SUCCESS: 'SUCCESS', CLOSED: 'FAIL', ABNORMAL: 'CHANGE', PROCESSING: 'PROCESSING' }[refund.status];
}

/** @returns null: no movements on that day. */
export function fundBill(trades: FakeTrades, day: number): string | null {
  const lines: Line[] = [];
  const add = (at: number, number: string, type: string, income: boolean, fen: number, voucher: string) => {
    const flow = income ? '收入' : '支出';
    lines.push({
      at,
      values: [
        civil(at),
        number,
        `19${lines.length}`,
        type,
        type,
        flow,
        yuan(fen),
        '9.99',
        'API',
        '',
        voucher,
      ],
    });
  };
  for (const { state, paidAt, total, transactionId, outTradeNo } of trades.orders.values()) {
    if (state !== 'SUCCESS' || !isOn(day, paidAt)) continue;
    add(paidAt, transactionId ?? '', '交易', true, total, outTradeNo);
    add(paidAt, transactionId ?? '', '扣除交易手续费', false, feeOf(total), outTradeNo);
  }
  for (const { refundId, outRefundNo, amount, requestedAt, finishedAt, status } of trades.refunds.values()) {
    if (isOn(day, requestedAt)) add(requestedAt, refundId, '退款', false, amount, outRefundNo);
    if (status === 'CLOSED' && isOn(day, finishedAt))
      add(finishedAt, refundId, '退款关闭', true, amount, outRefundNo);
  }
  if (lines.length === 0) return null;
  return table(fundHeader, lines, fundSummary, [`${lines.length}.0`, '0', '0', '0', '0']);
}
