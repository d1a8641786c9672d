/** The Chinese texts about saved filters of orders, and their periods. */

import type { enFilters } from './en-filters.ts';

export const zhFilters: typeof enFilters = {
  saved: '已保存的筛选',
  all: '全部订单',
  countText: (count, limit) => (count < limit ? String(count) : `${limit - 1}+`),
  names: {
    wait_refund: '待退款',
    refund_failed: '退款失败',
    failed: '近 7 天处理失败',
    in_progress: '处理中',
    paid_today: '今日下单已付款',
    unpaid: '待付款',
  },
  button: (chosen) => (chosen === 0 ? '筛选' : `筛选（${chosen}）`),
  period: '时间段',
  periods: { today: '今天', yesterday: '昨天', last_7_days: '近 7 天', last_30_days: '近 30 天' },
  save: '保存筛选',
  saveTitle: '保存当前筛选',
  saveNote: '保存后显示在列表上方，并显示符合条件的订单数，仅您自己可见。',
  saveHint: '请先选择筛选条件。订单号和客户编号不会保存。',
  name: '名称',
  added: (name) => `已保存筛选“${name}”。`,
  manage: '管理筛选',
  up: (name) => `上移：${name}`,
  down: (name) => `下移：${name}`,
  rename: (name) => `重命名：${name}`,
  remove: (name) => `移除：${name}`,
  defaults: '恢复',
  noneLeft: '没有筛选。',
};
