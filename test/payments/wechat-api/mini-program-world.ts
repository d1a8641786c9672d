/**
 * A shop for a mini program: WeChat Pay with the fakes of WeChat Pay and of WeChat's server API. Customers sign in and
 * pay with `wx.requestPayment`.
 */

import assert from 'node:assert/strict';
import { connectWechatApp } from '../../../src/payments/wechat-api/wechat-app.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { account } from '../wechat/fake-signer.ts';
import { type FakeWechat, startFakeWechat } from '../wechat/fake-wechat.ts';
import { wechatOn } from '../wechat/wechat-fixture.ts';
import { type FakeWechatApi, startFakeWechatApi, wechatAccount } from '../wechat-virtual/fake-wechat-api.ts';
import { readyTemplateId } from './fake-messages.ts';

type GoodOfTest = 'picture' | 'membership';

export interface MiniProgramWorld extends AsyncDisposable {
  readonly shop: Shop;
  readonly pay: FakeWechat;
  readonly api: FakeWechatApi;
  readonly customer: Caller;
  /** Places an order of the customer and opens its payment. @returns the order's number. */
  order(good: GoodOfTest): Promise<string>;
  /** Places orders of the customer and opens a joint payment. @returns the orders' numbers. */
  orderTogether(...goods: readonly GoodOfTest[]): Promise<string[]>;
  /** Pays the order, and delivers WeChat Pay's notification. */
  paid(orderNo: string): Promise<void>;
  /** The delivery reports of the order that WeChat has received. */
  reports(orderNo: string): Promise<readonly object[]>;
}

export const customerOpenId = 'oAlice0123456789';

export interface MiniProgramOptions {
  readonly mode?: 'auto' | 'on' | 'off';
  readonly keywords?: Readonly<Record<string, 'title' | 'order_no' | 'time' | 'status' | 'note'>>;
}

export async function openMiniProgramWorld({
  mode = 'auto',
  keywords = { thing1: 'title', time2: 'time' },
}: MiniProgramOptions = {}): Promise<MiniProgramWorld> {
  // The servers start before the shop, and use the clock of the shop as soon as the shop exists.
  let shopClock = manualClock();
  const clock = { now: () => shopClock.now() };
  const pay = await startFakeWechat(clock);
  const own = { ...wechatAccount, appId: account.appId };
  const api = await startFakeWechatApi(clock, own);
  api.shipping.rules.findPayment = (id) => {
    const found = [...pay.trades.orders.values()].find(({ transactionId }) => transactionId === id);
    if (found?.paidAt == null) return undefined;
    const body = JSON.parse(found.body) as { readonly payer?: { readonly openid: string } };
    return { openId: body.payer?.openid ?? '', paidAt: found.paidAt };
  };
  const ready = { templateId: readyTemplateId, keywords, page: 'pages/order/order' };
  // The time limit is long, so that no call fails only because the machine is busy.
  const app = connectWechatApp({ ...own, apiUrl: api.url, ready }, clock, 120_000);
  const shipping = mode === 'off' ? null : { api: app.api, asksWechat: mode === 'auto' };
  const provider = wechatOn(pay.url, clock, fixedRandom('wechat'), 'public key', { shipping });
  const shop = await openShop({
    settings: {
      deliveryReportProviders: mode === 'off' ? [] : ['wechat'],
      readyMessageProvider: 'wechat',
    },
    wrap: (deps) => ({
      ...deps,
      providers: [provider],
      accounts: app.accounts,
      readyMessages: app.readyMessages,
    }),
  });
  shopClock = shop.clock;
  api.addCode('code', customerOpenId, 'c2Vzc2lvbiBrZXkgb2YgQWxpY2U=');
  const { userId } = await shop.service.login({
    caller: { kind: 'anonymous' },
    provider: 'wechat',
    code: 'code',
    requestId: 'r',
  });
  const customer: Caller = { kind: 'user', userId };

  async function startPayment(goods: readonly GoodOfTest[]): Promise<string[]> {
    const orderNos: string[] = [];
    for (const good of goods) {
      orderNos.push(
        good === 'picture' ? await shop.placeColourise(customer) : await shop.placeVip(1, customer),
      );
    }
    await shop.service.payOrders({
      caller: customer,
      orderNos,
      provider: 'wechat',
      channel: 'jsapi',
      language: null,
      clientAddress: '203.0.113.7',
      requestId: 'r',
    });
    return orderNos;
  }

  return {
    shop,
    pay,
    api,
    customer,
    order: async (good) => (await startPayment([good]))[0] ?? assert.fail(),
    orderTogether: (...goods) => startPayment(goods),
    async paid(orderNo) {
      await shop.notify(pay.pay(await shop.lastPaymentNo(orderNo)), 'wechat');
    },
    async reports(orderNo) {
      const order = pay.trades.orders.get(await shop.lastPaymentNo(orderNo)) ?? assert.fail();
      return api.shipping.reports.get(order.transactionId ?? '') ?? [];
    },
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await pay.stop();
      await api.stop();
      assertNoOrderNumbers(shop);
    },
  };
}

/** Lines of the level `info` are written without masking, and an order number opens a guest's order. */
function assertNoOrderNumbers({ log }: Shop): void {
  for (const { level, fields } of log.lines) {
    if (level !== 'info') continue;
    const text = JSON.stringify(fields);
    assert.equal(maskOrderNos(text), text, 'the line contains an order number');
  }
}
