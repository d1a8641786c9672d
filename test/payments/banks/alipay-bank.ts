/** The fake Alipay for a running service. The customer opens the link or scans the code before paying. */

import { startFakeAlipay } from '../alipay/fake-alipay.ts';
import { account, alipayKeys, applicationKeys } from '../alipay/fake-keys.ts';
import type { Bank, CallKind } from './bank.ts';

const kinds: Readonly<Record<string, CallKind>> = {
  'alipay.trade.precreate': 'open',
  'alipay.trade.query': 'query',
  'alipay.trade.close': 'close',
  'alipay.trade.refund': 'refund',
  'alipay.trade.fastpay.refund.query': 'query',
};

export async function openAlipayBank(): Promise<Bank> {
  const fake = await startFakeAlipay({ now: Date.now });
  const gateway = new URL(fake.gatewayUrl);
  const trades = () => [...fake.trades.keys()].map(fake.byNo);
  return {
    name: 'alipay',
    url: gateway.origin,
    channels: ['qr', 'page', 'wap'],
    takesJointPayments: true,
    calls: ['open', 'query', 'close', 'refund'],
    envAt: (url) => ({
      PAYMENT_PROVIDERS: 'alipay',
      ALIPAY_APP_ID: account.appId,
      ALIPAY_SELLER_ID: account.sellerId,
      ALIPAY_KEY: String(applicationKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      ALIPAY_PUBLIC_KEY: String(alipayKeys.publicKey.export({ type: 'spki', format: 'pem' })),
      ALIPAY_GATEWAY_URL: `${url}${gateway.pathname}`,
    }),
    kindOf(method, path, body) {
      // A GET comes from a customer's browser that opens a payment page, and is no call of the service.
      if (method !== 'POST') return undefined;
      const fields = new URLSearchParams(`${path.split('?')[1] ?? ''}&${body}`);
      return kinds[fields.get('method') ?? ''];
    },
    loginCode: () => null,
    returnUrl: ({ url = '' }) => URL.parse(url)?.searchParams.get('return_url') ?? null,
    async pay({ clientData, plan }) {
      const paymentNo = await fake.open(clientData.url ?? clientData.code_url ?? '');
      fake.pay(paymentNo);
      fake.byNo(paymentNo).course = plan;
    },
    notices: (from) => fake.notices.slice(from).map((notice) => () => notice),
    accepts: (_status, body) => body === 'success',
    payable: () =>
      trades()
        .filter(({ status }) => status === 'WAIT_BUYER_PAY')
        .map(({ outTradeNo }) => outTradeNo),
    pendingRefunds: fake.pendingRefunds,
    finishRefund: (refundNo, end) => fake.finishRefund(refundNo, end === 'done' ? 'done' : 'dropped'),
    payments: () =>
      trades()
        .filter(({ paidAt }) => paidAt !== null)
        .map(({ outTradeNo, totalMinor }) => ({ paymentNo: outTradeNo, amountMinor: totalMinor })),
    refunds: () =>
      trades().flatMap(({ outTradeNo, refunds }) =>
        refunds.map(({ outRequestNo, amountMinor, state }) => ({
          refundNo: outRequestNo ?? '',
          paymentNo: outTradeNo,
          amountMinor,
          state: state === 'done' ? 'done' : 'pending',
        })),
      ),
    violations: () => fake.violations,
    stop: fake.stop,
  };
}
