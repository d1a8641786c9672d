/** The Chinese texts about the search for everything, and actions on several orders. */

import type { enBulk, enFinder } from './en-finder.ts';

export const zhFinder: typeof enFinder = {
  title: '搜索',
  label: '订单、付款、退款或客户',
  placeholder: '单号、订单号后 4 位、账号、邮箱……',
  results: '搜索结果',
  nothing: '没有找到相关内容。',
  page: '页面',
  by: {
    order_id: '按订单 ID 找到',
    payment: '按付款单号找到',
    refund: '按退款编号找到',
    email: '按邮箱找到',
  },
};

export const zhBulk: typeof enBulk = {
  selected: (count) => `已选 ${count} 个订单`,
  select: (name) => `选择 ${name}`,
  selectAll: '全选当前列表',
  limit: (count) => `一次最多可处理 ${count} 个订单。`,
  unselect: '取消选择',
  exportAll: '导出 CSV',
  exportSelected: '导出',
  exportCut: '符合条件的订单太多，文件只包含最新的一部分。请缩短时间范围后再导出。',
  retry: '重试',
  retryTitle: (count) => `重试 ${count} 个订单？`,
  retryText: '所选订单中失败的退款和任务会重新执行。退款编号不变。',
  refund: '退款',
  refundTitle: (count, amount) => `为 ${count} 个订单退款，共 ${amount}？`,
  refundText: '款项原路退回，已退的部分不再退。所选订单中未付款或已退款的不受影响。',
  refundApproval: (limit) => `超过 ${limit} 的退款需等待另一名员工审核。`,
  done: (done, all) => (done === all ? `${all} 个订单全部完成。` : `已完成 ${done} / ${all} 个。`),
  refused: (count, why) => `${count} 个未执行：${why}`,
  left: (count) => `另有 ${count} 个没有处理。`,
};
