/** The Chinese texts about the inbox and internal notes. */

import type { enInbox, enNotes } from './en-inbox.ts';

export const zhInbox: typeof enInbox = {
  lead: '所有需要人工处理的事项，等待最久的排在最前。问题解决后，事项自动消失。',
  empty: '没有待处理的事项。',
  emptyMine: '您名下没有待处理的事项。',
  emptyFree: '所有事项都已有负责人。',
  all: '全部',
  mine: '我的',
  unassigned: '未领取',
  allTopics: '全部类型',
  cut: (topics) => `以下类型只显示前 100 条：${topics}。`,
  topic: {
    failed_refund: '退款失败',
    refund_approval: '待审核退款',
    dispute: '交易争议',
    problem: '客户反馈的问题',
    difference: '账单差异',
    failed_job: '失败任务',
  },
  settlementToApprove: '待审核“已另行退款”',
  what: '事项',
  waiting: '已等待',
  responsible: '负责人',
  noOperator: '无',
  you: '我',
  take: '领取',
  takeOver: '接手',
  release: '取消领取',
  assignTo: '负责人',
  taken: '已领取，由您负责。',
  customerNote: '客户的说明：',
  released: '已取消领取，其他员工可以领取。',
  assigned: (name) => `已交由 ${name} 负责。`,
  open: '查看',
  noteCount: (count) => `${count} 条备注`,
  disputeAt: (provider) => `客户在${provider}对这笔付款提出争议。`,
};

export const zhNotes: typeof enNotes = {
  title: '内部备注',
  onlyColleagues: '仅员工可见。',
  none: '暂无备注。',
  label: '新备注',
  placeholder: '需要同事了解的情况',
  add: '添加备注',
  added: '备注已添加。',
  remove: '删除',
  removeTitle: '删除这条备注？',
  removeText: '备注将被删除。操作日志只记录删除这一操作，不保留内容。',
  removed: '备注已删除。',
};
