/** The fake of WeChat's virtual payment for a running service. Customers sign in, and pay with their mini program. */

import { startFakeWechatApi, wechatAccount } from '../wechat-virtual/fake-wechat-api.ts';
import { xpayAccount } from '../wechat-virtual/fake-xpay.ts';
import type { Bank, CallKind } from './bank.ts';

const kinds: Readonly<Record<string, CallKind>> = {
  '/xpay/query_order': 'query',
  '/xpay/refund_order': 'refund',
};

export async function openVirtualBank(): Promise<Bank> {
  const fake = await startFakeWechatApi({ now: Date.now });
  const { xpay } = fake;
  return {
    name: 'wechat_virtual',
    url: fake.url,
    channels: ['goods'],
    takesJointPayments: false,
    // No kind `open` or `close`: the service opens a payment with a signature alone, and WeChat has no call to close
    // it.
    calls: ['query', 'refund'],
    envAt: (url) => ({
      PAYMENT_PROVIDERS: 'wechat_virtual',
      WECHAT_APP_ID: wechatAccount.appId,
      WECHAT_APP_SECRET: wechatAccount.appSecret,
      WECHAT_API_URL: url,
      WECHAT_VIRTUAL_OFFER_ID: xpayAccount.offerId,
      WECHAT_VIRTUAL_APP_KEY: xpayAccount.appKeys[0],
      WECHAT_PUSH_TOKEN: wechatAccount.token,
      WECHAT_PUSH_AES_KEY: wechatAccount.aesKey,
    }),
    kindOf: (_method, path) => kinds[path.split('?')[0] ?? ''],
    loginCode(buyer) {
      const code = `code of ${buyer}`;
      fake.addCode(code, `o${buyer}`, Buffer.from(`session of ${buyer}`).toString('base64'));
      return code;
    },
    returnUrl: () => null,
    async pay({ buyer, clientData, plan }) {
      const order = xpay.requestVirtualPayment(`o${buyer}`, clientData, true);
      order.course = plan;
      fake.pushPayment(order);
    },
    notices: (from) => fake.pushes.slice(from).map((push) => () => fake.again(push)),
    accepts: (status) => status === 200,
    payable: () => [],
    pendingRefunds: () =>
      [...xpay.refunds.values()].filter(({ status }) => status === 'running').map(({ refundNo }) => refundNo),
    finishRefund(refundNo, end) {
      const refund = xpay.refunds.get(refundNo);
      if (refund === undefined) throw new Error(`there is no refund ${refundNo}`);
      xpay.finish(refund, end);
      fake.pushRefund(refund);
    },
    payments: () =>
      [...xpay.orders.values()]
        .filter(({ paidFee }) => paidFee > 0)
        .map(({ orderNo, paidFee }) => ({ paymentNo: orderNo, amountMinor: paidFee })),
    refunds: () =>
      [...xpay.refunds.values()].map(({ refundNo, order, fee, status }) => ({
        refundNo,
        paymentNo: order.orderNo,
        amountMinor: fee,
        state: status === 'running' ? 'pending' : status,
      })),
    violations: () => xpay.violations,
    stop: fake.stop,
  };
}
