/** The adapter of WeChat Pay and the fake of its servers, for the contract suite and the tests in this folder. */

import { createSecretKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import { createWechat, type WechatParts } from '../../../src/payments/wechat/wechat.ts';
import type { PaymentProvider } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock, Random } from '../../../src/usecases/ports/tools.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { ProviderFixture } from '../contract/provider-fixture.ts';
import { account, merchantKeys } from './fake-signer.ts';
import { type FakeWechat, startFakeWechat } from './fake-wechat.ts';

export const openId = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';

/** @param mode whether the adapter is configured with WeChat Pay's public key or with platform certificates. */
export function wechatOn(
  url: string,
  clock: Clock,
  random: Random,
  mode: 'public key' | 'certificates' = 'public key',
  more: Partial<WechatParts> = {},
): PaymentProvider {
  return createWechat({
    appId: account.appId,
    mchId: account.mchId,
    mchSerial: account.mchSerial,
    mchKey: merchantKeys.privateKey,
    apiV3Key: createSecretKey(Buffer.from(account.apiV3Key)),
    publicKey: mode === 'public key' ? { id: account.publicKeyId, key: account.publicKey } : null,
    payUrl: url,
    shipping: null,
    clock,
    random,
    // The time limit is long, so that no call fails only because the machine is busy.
    timeoutMs: 120_000,
    verificationMs: 120_000,
    ...more,
  });
}

export interface WechatFixture extends ProviderFixture {
  readonly fake: FakeWechat;
}

export async function openWechatFixture(
  context: TestContext,
  mode: 'public key' | 'certificates' = 'public key',
  random = fixedRandom(),
): Promise<WechatFixture> {
  const clock = manualClock();
  const fake = await startFakeWechat(clock, mode);
  context.after(() => fake.stop());
  const { trades } = fake;
  // Switch off the pause between refunds: the contract suite makes several refunds of a payment within one second.
  trades.rules.refundPauseMs = 0;
  return {
    fake,
    clock,
    provider: wechatOn(fake.url, clock, random, mode),
    notifies: fake.notices,
    payer: { id: openId, sessionKey: null },
    toleranceMs: 300_000,
    closesExpired: false,
    decline: null,
    async pay(paymentNo, course = 'done') {
      fake.pay(paymentNo);
      const order = trades.orders.get(paymentNo);
      if (order !== undefined) order.course = course;
    },
    async finishRefund(refundNo) {
      clock.advance(60_000);
      fake.finishRefund(refundNo, 'SUCCESS');
    },
    paidNotify(paymentNo, amountMinor, currency) {
      return fake.notification({
        appid: account.appId,
        mchid: account.mchId,
        out_trade_no: paymentNo,
        transaction_id: '4200000000000000000000000001',
        trade_state: 'SUCCESS',
        success_time: '2026-11-20T20:00:00+08:00',
        amount: { total: amountMinor, payer_total: amountMinor, currency, payer_currency: currency },
      });
    },
    strangeNotify: () => fake.notification({}, { eventType: 'COUPON.USE' }),
    async returnedMinor(paymentNo) {
      return [...trades.refunds.values()]
        .filter(({ outTradeNo, status }) => outTradeNo === paymentNo && status === 'SUCCESS')
        .reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}
