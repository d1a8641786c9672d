/** The adapter of Alipay, connected to the fake Alipay, for the contract suite and the tests in this folder. */

import type { TestContext } from 'node:test';
import { type AlipayParts, createAlipay } from '../../../src/payments/alipay/alipay.ts';
import type { PaymentProvider } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { ProviderFixture } from '../contract/provider-fixture.ts';
import { type FakeAlipay, startFakeAlipay } from './fake-alipay.ts';
import { account, alipayKeys, applicationKeys } from './fake-keys.ts';
import { type Fields, notificationOf } from './fake-notices.ts';
import { beijing, yuan } from './fake-times.ts';
import { returnedMinor } from './fake-trades.ts';

export function alipayOn(gatewayUrl: string, clock: Clock, more: Partial<AlipayParts> = {}): PaymentProvider {
  return createAlipay({
    ...account,
    key: applicationKeys.privateKey,
    publicKey: alipayKeys.publicKey,
    gatewayUrl,
    clock,
    ...more,
  });
}

/** The fields of a notification that a payment of this amount has been made now. `more` replaces or adds fields. */
export function paidFields(outTradeNo: string, amountMinor: number, now: number, more: Fields = {}): Fields {
  return {
    notify_time: beijing(now),
    notify_type: 'trade_status_sync',
    notify_id: `N-${outTradeNo}`,
    app_id: account.appId,
    seller_id: account.sellerId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: '2026112022001425009999999999',
    out_trade_no: outTradeNo,
    trade_status: 'TRADE_SUCCESS',
    total_amount: yuan(amountMinor),
    gmt_payment: beijing(now),
    ...more,
  };
}

export interface AlipayFixture extends ProviderFixture {
  readonly fake: FakeAlipay;
  readonly visit: NonNullable<ProviderFixture['visit']>;
}

export async function openAlipayFixture(
  context: TestContext,
  more: Partial<AlipayParts> = {},
): Promise<AlipayFixture> {
  const clock = manualClock();
  const fake = await startFakeAlipay(clock);
  context.after(() => fake.stop());
  return {
    fake,
    clock,
    provider: alipayOn(fake.gatewayUrl, clock, more),
    notifies: fake.notices,
    // After a declined payment, Alipay lets the customer try again and sends no notification.
    decline: null,
    // No notification is too old, because Alipay repeats a notification for about a day.
    toleranceMs: null,
    signsInBody: true,
    onlyCurrency: 'CNY',
    hidesUnfinishedRefunds: true,
    async visit({ clientData: { url, code_url } }) {
      await fake.open(url ?? code_url ?? '');
    },
    async pay(paymentNo, course = 'done') {
      fake.pay(paymentNo);
      fake.byNo(paymentNo).course = course;
    },
    async finishRefund(refundNo) {
      clock.advance(60_000);
      fake.finishRefund(refundNo, 'done');
    },
    refundByHand: (paymentNo, amountMinor) => void fake.refund(paymentNo, null, amountMinor),
    paidNotify: (paymentNo, amountMinor) => notificationOf(paidFields(paymentNo, amountMinor, clock.now())),
    strangeNotify: () =>
      notificationOf(paidFields('P1', 1, clock.now(), { notify_type: 'open_app_auth_notify' })),
    async returnedMinor(paymentNo) {
      const trade = fake.trades.get(paymentNo);
      return trade === undefined ? 0 : returnedMinor(trade);
    },
  };
}
