/** The Chinese texts about the figures of a period. */

import type { enNumbers } from './en-numbers.ts';

export const zhNumbers: typeof enNumbers = {
  lead: (days, zone) => `最近 ${days} 天（含今天），与之前 ${days} 天对比。日期按 ${zone} 时区。`,
  before: (value) => `此前 ${value}`,
  nothingBefore: '此前无数据',
  refunds: (amount) => `退款 ${amount}`,
  paidRate: '付款率',
  paidOf: (paid, placed) => `${placed} 单中 ${paid} 单已付款`,
  refundRate: '退款率',
  refundedOf: (refunded, paid) => `已付款 ${paid} 单，退款 ${refunded} 单`,
  failureRate: '失败率',
  failedOf: (failed, paid) => `已付款 ${paid} 单，失败 ${failed} 单`,
  timeToPicture: '出图时间（中位数）',
  comparedWith: (from, to) => `对比时段：${from} 至 ${to}。`,
  by: '按',
  channel: '支付方式',
  change: '变化',
  isNew: '新增',
  failReasons: '处理失败原因',
  failNote: '此时段内下单的订单。',
  noFailures: '没有处理失败的订单。',
  refundReasons: '退款原因',
  refundNote: '此时段内完成的退款。上方的退款率还包含未完成的退款。',
  erasedReason: '已随客户数据删除',
  noRefunds: '没有退款。',
  dayNote: '订单按下单日期统计，收入按到账日期统计。',
  placed: '下单',
  paid: '已付款',
  failed: '失败',
  refunded: '退款',
};
