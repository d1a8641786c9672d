/** What the sandbox's checkout says, in the languages of the shop. */

import type { CheckoutOutcome, CheckoutView, RefundPlan } from '../../usecases/ports/sandbox-checkout.ts';

interface Explained {
  readonly label: string;
  readonly text: string;
}

export interface SandboxWords {
  /** As the page's `lang` has it. */
  readonly language: string;
  readonly title: string;
  readonly badge: string;
  readonly payment: string;
  readonly back: string;
  readonly refund: string;
  readonly outcomes: Readonly<Record<CheckoutOutcome, Explained>>;
  readonly plans: Readonly<Record<RefundPlan, string>>;
  readonly states: Readonly<Record<CheckoutView['state'], string>>;
}

const en: SandboxWords = {
  language: 'en',
  title: 'Sandbox checkout',
  badge: 'Sandbox: no real money moves',
  payment: 'Payment',
  back: 'Back to the shop',
  refund: 'A later refund',
  outcomes: {
    paid: { label: 'Pay', text: 'The payment succeeds and the shop is told.' },
    declined: { label: 'Decline', text: 'The bank refuses. The customer may try again with a new payment.' },
    late: { label: 'Pay late', text: 'The money arrives after the order has been cancelled.' },
    twice: { label: 'Pay, tell twice', text: 'The payment succeeds and the shop is told two times.' },
    lost: {
      label: 'Pay in silence',
      text: 'The payment succeeds and the notify is lost; the shop must ask.',
    },
  },
  plans: { done: 'succeeds at once', pending: 'takes a while', failed: 'fails' },
  states: {
    open: 'Waiting for your decision.',
    declined: 'Declined. Nothing was charged; the shop can open another payment.',
    closed: 'Closed. Nothing can be paid here any more.',
    paid: 'Paid.',
  },
};

const zh: SandboxWords = {
  language: 'zh-CN',
  title: '测试收银台',
  badge: '测试环境：不会发生真实扣款',
  payment: '付款编号',
  back: '返回商店',
  refund: '之后的退款',
  outcomes: {
    paid: { label: '付款', text: '付款成功，并通知商店。' },
    declined: { label: '拒绝', text: '银行拒绝付款。顾客可以重新发起付款。' },
    late: { label: '延迟付款', text: '订单取消之后款项才到账。' },
    twice: { label: '付款并通知两次', text: '付款成功，商店会收到两次通知。' },
    lost: { label: '付款但不通知', text: '付款成功，但通知丢失，商店须主动查询。' },
  },
  plans: { done: '立即成功', pending: '需要一段时间', failed: '失败' },
  states: {
    open: '请选择付款结果。',
    declined: '已拒绝。没有扣款，商店可以重新发起付款。',
    closed: '已关闭。此处不能再付款。',
    paid: '已付款。',
  },
};

/** @param acceptLanguage as a browser sends it: its user's languages, the preferred one first. */
export function sandboxWords(acceptLanguage: string | undefined): SandboxWords {
  return /\b(?:en|zh)\b/i.exec(acceptLanguage ?? '')?.[0].toLowerCase() === 'zh' ? zh : en;
}
