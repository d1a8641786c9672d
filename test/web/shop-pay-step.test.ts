/**
 * Failures at the pay step of the shop's page if several providers are enabled. The tests change the configuration that
 * the page receives; the service itself has only the sandbox, which takes the place of any provider if a payment must
 * be settled. `shop-providers.test.ts` pays at each provider.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { backToTheShop, closeAfterTrouble, type ShopVisit, settled } from './shop-visit.ts';

const stripe = { name: 'stripe', channels: ['checkout'] };
const wechat = { name: 'wechat', channels: ['native', 'h5'] };
const alipay = { name: 'alipay', channels: ['page', 'wap', 'qr'] };
const all = [stripe, wechat, alipay, { name: 'wechat_virtual', channels: ['goods'] }];

const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const inWechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.68';

const alipayName = { en: 'Alipay', zh: '支付宝' } as const;

interface Asked {
  readonly provider: string;
  readonly channel: string;
}

async function enable(page: Page, providers: readonly { name: string; channels: readonly string[] }[]) {
  await page.route('**/shop/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), providers } });
  });
  await page.goto('/');
}

/** Opens every payment of the page at the sandbox. @returns the provider and channel of each `pay_order` call. */
async function payInSandbox(page: Page): Promise<Asked[]> {
  const asked: Asked[] = [];
  await page.route('**/pay_order', (route) => {
    const { order_no, provider, channel } = route.request().postDataJSON();
    asked.push({ provider, channel });
    return route.continue({
      postData: JSON.stringify({ order_no, provider: 'sandbox', channel: 'checkout' }),
    });
  });
  return asked;
}

/** Answers every `pay_order` call with the result of `answer`. @returns the provider and channel of each call. */
async function answerPayment(
  page: Page,
  answer: (asked: Asked) => { readonly json: object; readonly status?: number },
): Promise<Asked[]> {
  const asked: Asked[] = [];
  await page.route('**/pay_order', (route) => {
    const { provider, channel } = route.request().postDataJSON();
    asked.push({ provider, channel });
    return route.fulfill(answer({ provider, channel }));
  });
  return asked;
}

const failure = (reason?: string) => ({
  status: 502,
  json: { code: 'payment_provider_failed', reason, status: 502, detail: 'Refused.' },
});

/** Answers as if the page had been loaded before every price rose by ¥1. */
async function answerFormerPrices(route: Route): Promise<void> {
  const response = await route.fetch();
  const goods: readonly { price: number }[] = await response.json();
  await route.fulfill({ response, json: goods.map((good) => ({ ...good, price: good.price - 100 })) });
}

async function orderMembership({ page, w, chooseGood }: ShopVisit): Promise<void> {
  await chooseGood(w.vip);
  await page.getByRole('button', { name: w.order }).click();
  await page.waitForURL('**/?order_no=*');
}

describe('the pay step', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  it('if a customer returns after a declined payment, the page stops checking the payment, and the customer can pay another way', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await enable(page, all);
    const asked = await payInSandbox(page);
    await visit.chooseGood(w.vip);
    await visit.orderAndPay('declined');
    await page.getByText(w.declined).waitFor();
    assert.equal(await page.getByText(w.checking).count(), 0);
    await page.getByRole('radio', { name: 'Alipay secure page' }).check();
    await page.getByRole('button', { name: w.payNow }).click();
    await visit.decide('paid');
    await page.getByText(w.memberNow).waitFor();
    assert.deepEqual(
      asked.map(({ provider }) => provider),
      ['stripe', 'alipay'],
    );
    await visit.close();
  });

  it('if a customer returns without paying and the order is cancelled, the page stops checking the payment', async () => {
    const visit = await shop.visit('phone', 'zh', { userAgent: onPhone });
    const { page, w } = visit;
    await enable(page, all);
    await payInSandbox(page);
    await visit.chooseGood(w.vip);
    await page.getByRole('button', { name: w.order }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByRole('link', { name: backToTheShop }).click();
    await page.getByText(w.checking).waitFor();
    const orderNo = new URL(page.url()).searchParams.get('order_no');
    await page.evaluate(
      (order_no) =>
        fetch('/index.php/v1/cancel_order', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order_no }),
        }),
      orderNo,
    );
    await page.getByText(w.cancelled).waitFor();
    assert.equal(await page.getByText(w.checking).count(), 0);
    await visit.close();
  });

  it('if the price has risen since the form was loaded, no payment opens before the customer agrees to the new price', async () => {
    const visit = await shop.visit('phone', 'zh');
    const { page, w } = visit;
    await page.route('**/goods_list', answerFormerPrices);
    await page.reload();
    await visit.chooseGood(w.vip);
    await page.getByText('¥18.90').last().waitFor();
    const asked = await payInSandbox(page);
    await page.getByRole('button', { name: w.order }).click();
    await page.getByText('价格有变动').waitFor();
    await visit.look('price-changed');
    await settled(page);
    assert.deepEqual(asked, []);
    await page.getByRole('button', { name: '立即付款 ¥19.90' }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    assert.equal(asked.length, 1);
    await visit.close();
  });

  it('the form of a membership shows members the price for members, times the months', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await page.route('**/shop/config', async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      await route.fulfill({ response, json: { ...config, has_token: true, member_prices: { 3: 1200 } } });
    });
    await page.route('**/my_vip', (route) =>
      route.fulfill({ json: { is_vip: true, vip_until: '2031-01-01 00:00:00' } }),
    );
    await page.reload();
    await visit.chooseGood(w.vip);
    await page.getByRole('radio', { name: w.threeMonths }).check();
    await page.getByText('3 months × ¥12.00').waitFor();
    await page.locator('.checkout-price').getByText('¥36.00').waitFor();
    await page.locator('.checkout-price s').getByText('¥59.70').waitFor();
    await visit.look('membership-member-price');
    await visit.close();
  });

  it('a form that is shown again after some minutes shows the present price', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await page.route('**/goods_list', answerFormerPrices);
    await page.reload();
    await visit.chooseGood(w.vip);
    await page.getByText('18.90').last().waitFor();
    await page.unroute('**/goods_list', answerFormerPrices);
    await page.evaluate(() => {
      const started = Date.now();
      Date.now = () => started + 10 * 60_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.getByText('18.90').last().waitFor({ state: 'detached' });
    await page.getByText('19.90').last().waitFor();
    await visit.close();
  });

  it('on a computer, a QR code for WeChat is shown without a link that opens the app', async () => {
    const visit = await shop.visit('desktop', 'zh');
    const { page } = visit;
    await enable(page, [wechat, alipay]);
    const asked = await answerPayment(page, () => ({
      json: { code_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' },
    }));
    await orderMembership(visit);
    const dialog = page.getByRole('dialog', { name: /微信支付/ });
    await dialog.getByRole('img').waitFor();
    assert.equal(await dialog.getByRole('link').count(), 0);
    assert.deepEqual(asked, [{ provider: 'wechat', channel: 'native' }]);
    await visit.look('pay-step-code');
    await visit.close();
  });

  it('a customer signed in with WeChat pays inside WeChat’s browser, and the page does not take the browser’s “ok” as proof of the payment', async () => {
    const visit = await shop.visit('phone', 'zh', { userAgent: inWechat });
    const { page, w } = visit;
    await page.addInitScript(() => {
      const calls: unknown[] = [];
      const WeixinJSBridge = {
        invoke(name: string, parameters: unknown, done: (result: object) => void) {
          calls.push([name, parameters]);
          done({ err_msg: 'get_brand_wcpay_request:ok' });
        },
      };
      Object.assign(globalThis, { WeixinJSBridge, bridgeCalls: calls });
    });
    await enable(page, [stripe, { name: 'wechat', channels: ['jsapi', 'native', 'h5'] }, alipay]);
    const start = { timeStamp: '1', nonceStr: 'n', package: 'prepay_id=wx1', signType: 'RSA', paySign: 's' };
    const asked = await answerPayment(page, () => ({ json: start }));
    await visit.chooseGood(w.vip);
    await visit.look('pay-step-wechat');
    await page.getByRole('button', { name: w.order }).click();
    await page.getByText(w.checking).waitFor();
    assert.deepEqual(asked, [{ provider: 'wechat', channel: 'jsapi' }]);
    assert.deepEqual(await page.evaluate(() => (globalThis as { bridgeCalls?: unknown }).bridgeCalls), [
      ['getBrandWCPayRequest', start],
    ]);
    assert.equal(await page.getByText(w.memberNow).count(), 0);
    await visit.close();
  });

  for (const [reason, title, language, size] of [
    ['payment_refused', 'Not accepted · Card', 'en', 'desktop'],
    [undefined, '没有响应 · 银行卡', 'zh', 'phone'],
  ] as const) {
    it(`if a provider fails with ${reason ?? 'no reason'}, the page explains this and proposes another provider`, async () => {
      const visit = await shop.visit(size, language, size === 'phone' ? { userAgent: onPhone } : {});
      const { page, w } = visit;
      await enable(page, all);
      const asked = await answerPayment(page, ({ provider }) =>
        provider === 'stripe' ? failure(reason) : { json: { code_url: 'https://pay.test/1' } },
      );
      await orderMembership(visit);
      const alert = page.getByRole('alert');
      await alert.getByText(title).waitFor();
      await visit.look('pay-step-failed');
      await alert.getByRole('button', { name: alipayName[language] }).click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(
        asked.map(({ provider }) => provider),
        ['stripe', 'alipay'],
      );
      await page.getByRole('dialog').getByRole('button').click();
      assert.equal(await alert.count(), 0);
      assert.ok(await page.getByRole('radio', { name: alipayName[language] }).first().isChecked());
      assert.ok(await page.getByRole('button', { name: w.payNow }).isEnabled());
      await closeAfterTrouble(visit);
    });
  }
});
