/** The texts of the sandbox checkout page in English and Chinese. */

import { type Catalogues, type Language, languageTag, preferredLanguage } from '../../domain/language.ts';
import type { CheckoutOutcome, CheckoutView, RefundPlan } from '../../usecases/ports/sandbox-checkout.ts';

type PerOutcome = Readonly<Record<CheckoutOutcome, { readonly label: string; readonly text: string }>>;
type PerPlan = Readonly<Record<RefundPlan, string>>;
type PerState = Readonly<Record<CheckoutView['state'], string>>;

const en = {
  title: 'Sandbox checkout',
  badge: 'Sandbox: no real money moves',
  payment: 'Payment',
  back: 'Back to the shop',
  refund: 'A later refund',
  outcomes: {
    paid: { label: 'Pay', text: 'The payment succeeds, and the shop receives one notification.' },
    declined: { label: 'Decline', text: 'The bank declines. The customer can try again with a new payment.' },
    late: {
      label: 'Pay late',
      text: 'The money arrives only when the shop closes the payment: after the order was cancelled, or when it expires.',
    },
    twice: {
      label: 'Pay, notify twice',
      text: 'The payment succeeds, and the shop receives two notifications.',
    },
    lost: {
      label: 'Pay, no notification',
      text: 'The payment succeeds, but its notification is lost. The shop has to query the payment.',
    },
  } satisfies PerOutcome,
  plans: { done: 'succeeds at once', pending: 'takes a while', failed: 'fails' } satisfies PerPlan,
  states: {
    open: 'Choose what happens to this payment.',
    declined: 'Declined. Nothing was charged; the shop can open another payment.',
    closed: 'Closed. This payment can no longer be paid.',
    paid: 'Paid.',
  } satisfies PerState,
};

type SandboxTexts = typeof en;

const zh: SandboxTexts = {
  title: '测试收银台',
  badge: '测试环境，不会真的扣款',
  payment: '付款编号',
  back: '返回商店',
  refund: '以后退款时',
  outcomes: {
    paid: { label: '付款', text: '付款成功，商店收到一次通知。' },
    declined: { label: '拒绝', text: '银行拒绝付款，顾客可以重新付款。' },
    late: { label: '延迟到账', text: '商店关闭这笔付款时款项才到账：订单取消之后，或订单过期时。' },
    twice: { label: '付款，通知两次', text: '付款成功，商店收到两次通知。' },
    lost: { label: '付款，不通知', text: '付款成功，但通知丢失，商店需要主动查询。' },
  },
  plans: { done: '立即成功', pending: '过一会儿才成功', failed: '失败' },
  states: {
    open: '请选择这笔付款的结果。',
    declined: '已拒绝，没有扣款，商店可以重新发起付款。',
    closed: '已关闭，不能再付款。',
    paid: '已付款。',
  },
};

const texts: Catalogues<SandboxTexts> = { en, zh };

export interface SandboxWords {
  readonly t: SandboxTexts;
  readonly language: Language;
  /** The language tag for the `lang` attribute of the page. */
  readonly languageTag: string;
}

/** @param acceptLanguage the header, in which a browser names the preferred language first. */
export function sandboxWords(acceptLanguage = ''): SandboxWords {
  const language = preferredLanguage(acceptLanguage.split(','));
  return { t: texts[language], language, languageTag: languageTag(language) };
}
