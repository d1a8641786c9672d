/**
 * The adapter of virtual payment and the fake of WeChat's servers, for the contract suite and the tests in this folder.
 */

import { createSecretKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import { connectWechatApp } from '../../../src/payments/wechat-api/wechat-app.ts';
import {
  createWechatVirtual,
  type WechatVirtualParts,
} from '../../../src/payments/wechat-virtual/wechat-virtual.ts';
import type { PaymentProvider } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock, Log } from '../../../src/usecases/ports/tools.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type RecordedLog, recordedLog } from '../../support/recorded-log.ts';
import type { ProviderFixture } from '../contract/provider-fixture.ts';
import type { PushStyle } from './fake-push.ts';
import { type FakeWechatApi, startFakeWechatApi, wechatAccount } from './fake-wechat-api.ts';
import { xpayAccount } from './fake-xpay.ts';

export const openId = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
export const sessionKey = '9hAb/NEYUlkaMBEsmFgzig==';

export interface VirtualOptions extends Partial<WechatVirtualParts> {
  readonly mode?: PushStyle['mode'];
  readonly timeoutMs?: number;
}

export function virtualOn(
  url: string,
  clock: Clock,
  log: Log,
  { mode = 'secure', timeoutMs, ...more }: VirtualOptions = {},
): PaymentProvider {
  const { appId, appSecret, token, aesKey } = wechatAccount;
  return createWechatVirtual({
    app: connectWechatApp({ appId, appSecret, apiUrl: url, ready: null }, clock, timeoutMs),
    offerId: xpayAccount.offerId,
    appKey: createSecretKey(Buffer.from(xpayAccount.appKeys[more.env ?? 0])),
    env: 0,
    push: { appId, token, aesKey: mode === 'secure' ? aesKey : null },
    clock,
    log,
    // The time limit is long, so that no push fails only because the machine is busy.
    verificationMs: 120_000,
    ...more,
  });
}

export interface VirtualFixture extends ProviderFixture {
  readonly fake: FakeWechatApi;
  readonly log: RecordedLog;
  /** The client data that the last opening of each payment returned, by payment number. */
  readonly clientData: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

export async function openVirtualFixture(
  context: TestContext,
  style: PushStyle = { format: 'json', mode: 'secure' },
  options: VirtualOptions = {},
): Promise<VirtualFixture> {
  const clock = manualClock();
  const log = recordedLog();
  const fake = await startFakeWechatApi(clock);
  context.after(() => fake.stop());
  fake.setting.style = style;
  const { xpay } = fake;
  xpay.sessions.set(openId, sessionKey);
  const clientData = new Map<string, Readonly<Record<string, string>>>();
  const adapter = virtualOn(fake.url, clock, log, { mode: style.mode, ...options });
  const provider: PaymentProvider = {
    ...adapter,
    async open(request) {
      const opened = await adapter.open(request);
      clientData.set(request.paymentNo, opened.clientData);
      return opened;
    },
  };
  function buy(paymentNo: string) {
    return xpay.requestVirtualPayment(openId, clientData.get(paymentNo) ?? {}, true);
  }
  return {
    fake,
    clock,
    log,
    clientData,
    provider,
    get notifies() {
      return fake.pushes.map(({ raw }) => raw);
    },
    payer: { id: openId, sessionKey },
    toleranceMs: 300_000,
    decline: null,
    canClose: false,
    opensLocally: true,
    onlyCurrency: 'CNY',
    proofs: { part: 'query', names: ['timestamp', 'nonce', 'msg_signature'] },
    signedPart(body) {
      const [whole = '', encrypted = ''] =
        /[A-Za-z0-9+/]{100,}={0,2}/.exec(Buffer.from(body).toString()) ?? [];
      const from = Buffer.from(body).indexOf(whole + encrypted);
      return { from, to: from + whole.length };
    },
    async pay(paymentNo, course = 'done') {
      const order = buy(paymentNo);
      order.course = course;
      fake.pushPayment(order);
    },
    async finishRefund(refundNo) {
      clock.advance(60_000);
      const refund = xpay.refunds.get(refundNo);
      if (refund === undefined) throw new Error(`there is no refund ${refundNo}`);
      xpay.finish(refund, 'done');
      fake.pushRefund(refund);
    },
    refundByHand: xpay.refundByHand,
    paidNotify(paymentNo, amountMinor) {
      const order = buy(paymentNo);
      xpay.settle(order, amountMinor);
      return fake.pushPayment(order);
    },
    strangeNotify: () => fake.push({ Event: 'user_enter_tempsession', SessionFrom: 'x' }),
    returnedMinor: async (paymentNo) => xpay.returnedMinor(paymentNo),
  };
}
