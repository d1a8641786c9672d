/** The Chinese texts about the payment of an order. */

import type { enPayment } from './en-payment.ts';

export const zhPayment: typeof enPayment = {
  payNow: (amount) => `立即付款 ${amount}`,
  priceChanged: '价格有变动',
  priceChangedText: (former, price) =>
    `下单页显示的是 ${former}，现在的价格是 ${price}。还没有扣款，您可以付款，也可以取消订单。`,
  paying: '正在打开付款页面…',
  payBefore: (time) => `请在 ${time} 前付款，超时订单自动取消。`,
  payDeclined: '付款没有成功',
  payDeclinedText: '没有扣款，订单还在。请重试，或换一种付款方式。',
  checkingPayment: '正在确认付款',
  checkingPaymentText: '正在等待支付机构确认，结果出来后本页自动更新。如果没有付完就返回了，不会扣款。',
  notPaidYet: '我还没付款',
  payRefused: (provider) => `没有受理 · ${provider}`,
  payRefusedText: '支付机构没有受理这笔付款，没有扣款。',
  payUnreachable: (provider) => `没有响应 · ${provider}`,
  payUnreachableText: '支付机构没有响应，没有扣款。',
  payOther: '订单还在，可以换一种方式：',
  payOtherLater: '订单还在，请稍后重试。',
  payWithOther: (provider) => `改用${provider}`,
  noWayToPay: '本页没有可用的付款方式，请到本店的 App 里付款。',
  qrTitle: (provider) => `扫码付款 · ${provider}`,
  qrText: (amount, app, onPhone) => {
    const phone = onPhone ? '另一部手机' : '手机';
    const scanner = app === undefined ? phone : `${phone}${onPhone ? '的' : ''}${app}`;
    return `请用${scanner}扫码支付 ${amount}，付款后本页自动更新。`;
  },
  qrOpen: '在本机付款',
  qrBroken: '二维码加载失败，请刷新页面。',
  openInApp: '这种方式需要在对应的 App 里打开本页，也可以换一种方式。',
  apps: { wechat: '微信', alipay: '支付宝' },
  ways: { sandbox: '测试付款', stripe: '银行卡', wechat: '微信支付', alipay: '支付宝' },
  channels: {
    checkout: '跳转到付款页面',
    page: '跳转到付款页面',
    h5: '跳转到 App',
    wap: '跳转到 App',
    qr: '手机扫码',
    native: '手机扫码',
    jsapi: '在微信内付款',
  },
};
