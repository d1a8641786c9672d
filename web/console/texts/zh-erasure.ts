/** Chinese texts about the erasure of customers and orders. */

import type { enErasure } from './en-erasure.ts';

export const zhErasure: typeof enErasure = {
  button: '清除资料…',
  erase: '永久清除',
  userTitle: '清除此客户的资料？',
  orderTitle: '清除此订单的资料？',
  userText: (orders: number) =>
    `将删除该客户的身份、支付账号、会员、同意记录、备注和所有照片，以及 ${orders} 个订单的成品、邮箱地址和文字内容。曾并入此客户的访客也会一并清除。此操作无法撤销。`,
  orderText: '将删除该订单的照片、成品、邮箱地址、文字内容和备注，并解除与客户的关联。此操作无法撤销。',
  stays: '金额、日期和支付单号会留作账目，不再与个人关联。',
  waitTitle: '暂时无法清除',
  orderNumber: (id: number) => `订单 ${id}`,
  moreObstacles: (count: number) => `另有 ${count} 个订单`,
  obstacles: {
    unpaid: '尚未付款，请先取消。',
    in_work: '正在制作，请等待完成或先退款。',
    payment_open: '有一笔支付正在关闭，请几分钟后再试。',
    refund_open: '有一笔退款尚未完成。',
    approval_pending: '有一笔退款正在等待另一名员工审核。',
    dispute_open: '有未结的争议。',
    problem_open: '有客户反馈尚未答复。',
    difference_open: '与支付账单不符，请先处理差异。',
    job_waiting: '还有任务未完成，请几分钟后再试。',
    membership_active: '购买的会员尚未到期，请清除客户资料或先退款。',
  },
  typeUser: (id: number) => `请输入客户编号 ${id} 以确认`,
  typeOrder: (id: number) => `请输入订单编号 ${id} 以确认`,
  done: (photos: number, results: number) => `已清除 ${photos} 张照片和 ${results} 张成品。`,
  erasedUser: '此客户的资料已清除，仅保留金额和日期。',
  erasedOrder: '此订单的资料已清除，仅保留金额、日期和支付单号。',
  erasedName: (id: number) => `已清除的客户 ${id}`,
};
