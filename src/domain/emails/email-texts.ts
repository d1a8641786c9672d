/** The texts of e-mails to customers in each language. Pure. */

import type { Catalogues } from '../language.ts';
import type { EmailKind } from './email-kinds.ts';

interface MessageFacts {
  /** The name of the ordered good in the language of the e-mail. */
  readonly title: string;
  /** The refunded amount; empty unless the e-mail is about a refund. */
  readonly refunded: string;
}

interface Message {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

interface EmailTexts {
  readonly messages: Readonly<
    Record<EmailKind | 'begun' | 'failedAndRefunded' | 'surplusRefunded', (facts: MessageFacts) => Message>
  >;
  readonly subject: (heading: string, shop: string) => string;
  readonly order: string;
  readonly product: string;
  readonly price: string;
  readonly refund: string;
  readonly keptUntil: string;
  readonly free: string;
  readonly comma: string;
  readonly open: string;
  readonly contact: (contact: string) => string;
  readonly terms: string;
  readonly privacy: string;
  readonly why: string;
  readonly unsubscribe: string;
}

export const emailTexts: Catalogues<EmailTexts> = {
  en: {
    messages: {
      paid: ({ title }) => ({
        heading: 'We received your order',
        paragraphs: [
          `Your order of “${title}” is confirmed, and we are making your picture now.`,
          'We will send you another e-mail when it is ready.',
        ],
      }),
      ready: () => ({
        heading: 'Your picture is ready',
        paragraphs: ['Open the order page to look at your picture and download it.'],
      }),
      begun: () => ({
        heading: 'Your membership has begun',
        paragraphs: ['The order page shows how long it lasts.'],
      }),
      remade: () => ({
        heading: 'Your new picture is ready',
        paragraphs: ['We made your picture again. Open the order page to download the new one.'],
      }),
      failed: () => ({
        heading: 'Your picture could not be made',
        paragraphs: ['You paid nothing. The order page explains why, and which photos work.'],
      }),
      refunded: ({ refunded }) => ({
        heading: `We refunded ${refunded}`,
        paragraphs: [
          'The money goes back to the account that you paid with. Some banks need a few days to show it.',
        ],
      }),
      surplusRefunded: ({ refunded }) => ({
        heading: `We refunded a surplus payment of ${refunded}`,
        paragraphs: [
          'It was a duplicate, arrived too late or had another amount, so it was not used for your order. Your order does not change.',
          'The money goes back to the account that you paid with. Some banks need a few days to show it.',
        ],
      }),
      failedAndRefunded: ({ refunded }) => ({
        heading: `Your picture could not be made, and we refunded ${refunded}`,
        paragraphs: [
          'The order page explains why, and which photos work.',
          'The money goes back to the account that you paid with. Some banks need a few days to show it.',
        ],
      }),
    },
    subject: (heading, shop) => `${heading} - ${shop}`,
    order: 'Order',
    product: 'Product',
    price: 'Price',
    refund: 'Refund',
    keptUntil: 'Kept until',
    free: 'Free',
    comma: ', ',
    open: 'Open the order',
    contact: (contact) => `Contact: ${contact}`,
    terms: 'Terms',
    privacy: 'Privacy',
    why: 'You get this e-mail because this address was entered for this order.',
    unsubscribe: 'Unsubscribe',
  },
  zh: {
    messages: {
      paid: ({ title }) => ({
        heading: '已收到您的订单',
        paragraphs: [`您订购的“${title}”已确认，正在制作。`, '做好后会再发邮件通知您。'],
      }),
      ready: () => ({
        heading: '您的照片做好了',
        paragraphs: ['打开订单页面即可查看和下载。'],
      }),
      begun: () => ({
        heading: '会员已开通',
        paragraphs: ['有效期请见订单页面。'],
      }),
      remade: () => ({
        heading: '您的新照片做好了',
        paragraphs: ['我们为您重新制作了照片，打开订单页面即可下载。'],
      }),
      failed: () => ({
        heading: '照片没有做成',
        paragraphs: ['本单没有收费。原因和拍照建议请见订单页面。'],
      }),
      refunded: ({ refunded }) => ({
        heading: `已退款 ${refunded}`,
        paragraphs: ['款项原路退回您的付款账户，部分银行需要几天才能到账。'],
      }),
      surplusRefunded: ({ refunded }) => ({
        heading: `多付的 ${refunded} 已退款`,
        paragraphs: [
          '这笔付款重复、超时或金额不符，没有用于支付订单。您的订单不受影响。',
          '款项原路退回您的付款账户，部分银行需要几天才能到账。',
        ],
      }),
      failedAndRefunded: ({ refunded }) => ({
        heading: `照片没有做成，已退款 ${refunded}`,
        paragraphs: ['原因和拍照建议请见订单页面。', '款项原路退回您的付款账户，部分银行需要几天才能到账。'],
      }),
    },
    subject: (heading, shop) => `【${shop}】${heading}`,
    order: '订单号',
    product: '商品',
    price: '价格',
    refund: '退款',
    keptUntil: '保留至',
    free: '免费',
    comma: '，',
    open: '打开订单',
    contact: (contact) => `联系我们：${contact}`,
    terms: '服务条款',
    privacy: '隐私政策',
    why: '您收到这封邮件，是因为有人为这个订单填写了此邮箱。',
    unsubscribe: '退订',
  },
};
