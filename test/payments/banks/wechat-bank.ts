/** The fake WeChat Pay for a running service. Customers pay by QR code, on a page of their phone, or inside WeChat. */

import { account, merchantKeys } from '../wechat/fake-signer.ts';
import { startFakeWechat } from '../wechat/fake-wechat.ts';
import type { Bank, BankRefund, CallKind } from './bank.ts';

const stateOf: Readonly<Record<string, BankRefund['state']>> = {
  PROCESSING: 'pending',
  ABNORMAL: 'pending',
  SUCCESS: 'done',
  CLOSED: 'failed',
};

function kindOf(method: string, path: string): CallKind | undefined {
  if (path.startsWith('/v3/refund/')) return method === 'POST' ? 'refund' : 'query';
  if (!path.startsWith('/v3/pay/transactions/')) return undefined;
  if (path.endsWith('/close')) return 'close';
  return method === 'POST' ? 'open' : 'query';
}

export async function openWechatBank(): Promise<Bank> {
  const fake = await startFakeWechat({ now: Date.now });
  const { trades } = fake;
  // WeChat Pay accepts one refund of a payment per minute. The fake accepts them at once, because the tests do not
  // wait.
  trades.rules.refundPauseMs = 0;
  trades.rules.notifyUrl = /^https?:\/\/[^?#]+$/;
  return {
    name: 'wechat',
    url: fake.url,
    channels: ['native', 'h5'],
    takesJointPayments: true,
    calls: ['open', 'query', 'close', 'refund'],
    envAt: (url) => ({
      PAYMENT_PROVIDERS: 'wechat',
      WECHAT_APP_ID: account.appId,
      WECHAT_APP_SECRET: 'app-secret-of-the-tests-0123456789',
      WECHAT_MCH_ID: account.mchId,
      WECHAT_MCH_SERIAL: account.mchSerial,
      WECHAT_MCH_KEY: String(merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      WECHAT_API_V3_KEY: account.apiV3Key,
      WECHAT_PUBLIC_KEY_ID: account.publicKeyId,
      WECHAT_PUBLIC_KEY: String(account.publicKey.export({ type: 'spki', format: 'pem' })),
      WECHAT_PAY_URL: url,
    }),
    kindOf,
    loginCode: () => null,
    returnUrl: ({ url = '' }) => URL.parse(url)?.searchParams.get('redirect_url') ?? null,
    async pay({ clientData, plan }) {
      const link = clientData.code_url ?? clientData.url ?? clientData.package ?? '';
      const [, paymentNo = ''] = /(?:\?pr=|prepay_id=wx)([^&]+)/.exec(link) ?? [];
      fake.pay(paymentNo);
      const order = trades.orders.get(paymentNo);
      if (order !== undefined) order.course = plan;
    },
    notices: (from) => fake.notices.slice(from).map((notice) => () => fake.repeated(notice)),
    accepts: (status) => status === 204,
    payable: () =>
      [...trades.orders.values()]
        .filter(({ state }) => state === 'NOTPAY')
        .map(({ outTradeNo }) => outTradeNo),
    pendingRefunds: () =>
      [...trades.refunds.values()]
        .filter(({ status }) => stateOf[status] === 'pending')
        .map(({ outRefundNo }) => outRefundNo),
    finishRefund: (refundNo, end) => void fake.finishRefund(refundNo, end === 'done' ? 'SUCCESS' : 'CLOSED'),
    payments: () =>
      [...trades.orders.values()]
        .filter(({ state }) => state === 'SUCCESS')
        .map(({ outTradeNo, total }) => ({ paymentNo: outTradeNo, amountMinor: total })),
    refunds: () =>
      [...trades.refunds.values()].map(({ outRefundNo, outTradeNo, amount, status }) => ({
        // The service retries a closed refund under its number with a suffix. Remove the suffix.
        refundNo: outRefundNo.replace(/-[2-9]$/, ''),
        paymentNo: outTradeNo,
        amountMinor: amount,
        state: stateOf[status] ?? 'pending',
      })),
    violations: () => trades.violations,
    stop: fake.stop,
  };
}
