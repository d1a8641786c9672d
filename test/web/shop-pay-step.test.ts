/**
 * The pay step with several providers, by device and language. The page gets a configuration with these providers; where
 * a payment must settle, the sandbox takes the place of the provider.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { backToTheShop, closeAfterTrouble, type Language, type ShopVisit, type Size } from './shop-visit.ts';

const stripe = { name: 'stripe', channels: ['checkout'] };
const wechat = { name: 'wechat', channels: ['native', 'h5'] };
const alipay = { name: 'alipay', channels: ['page', 'wap', 'qr'] };
const all = [stripe, wechat, alipay, { name: 'wechat_virtual', channels: ['goods'] }];

const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const inWechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.68';

const names = {
  en: {
    stripe: 'Card',
    wechat: 'WeChat Pay',
    alipay: 'Alipay',
    page: 'secure page',
    app: 'in the app',
  },
  zh: { stripe: '银行卡', wechat: '微信支付', alipay: '支付宝', page: '跳转到付款页面', app: '跳转到 App' },
} as const;
const code = { en: 'QR code', zh: '手机扫码' } as const;

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

/** Sends every payment to the sandbox. @returns what the page has asked for. */
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

/** Responds to every payment with `json` or with a problem. @returns what the page has asked for. */
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

async function orderMembership({ page, w, chooseGood }: ShopVisit): Promise<void> {
  await chooseGood(w.vip);
  await page.getByRole('button', { name: w.order }).click();
  await page.waitForURL('**/?order_no=*');
}

async function waysShown(page: Page): Promise<string[]> {
  return page
    .locator('.way')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [row.querySelector('strong'), row.querySelector('small')].map((e) => e?.textContent).join(', '),
      ),
    );
}

describe('the pay step', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  const cases: readonly (readonly [Size, Language])[] = [
    ['desktop', 'en'],
    ['desktop', 'zh'],
    ['phone', 'en'],
    ['phone', 'zh'],
  ];
  for (const [size, language] of cases) {
    it(`on a ${size} in ${language} offers each provider with the fitting channel, and shows the payment only when the service knows it`, async () => {
      const visit = await shop.visit(size, language, size === 'phone' ? { userAgent: onPhone } : {});
      const { page, w } = visit;
      const n = names[language];
      await enable(page, all);
      const asked = await payInSandbox(page);
      await visit.chooseGood(w.vip);
      await page.getByText(n.alipay).first().waitFor();
      assert.deepEqual(
        await waysShown(page),
        size === 'phone'
          ? [`${n.stripe}, ${n.page}`, `${n.wechat}, ${n.app}`, `${n.alipay}, ${n.app}`]
          : [
              `${n.stripe}, ${n.page}`,
              `${n.wechat}, ${code[language]}`,
              `${n.alipay}, ${n.page}`,
              `${n.alipay}, ${code[language]}`,
            ],
      );
      assert.equal(await page.locator('.way svg').count(), await page.locator('.way').count());
      assert.ok(await page.getByRole('radio', { name: n.stripe }).isChecked());
      await page.getByRole('radio', { name: n.alipay }).first().check();
      await visit.look('pay-step');
      await page.getByRole('button', { name: w.order }).click();
      await page.waitForURL('**/sandbox/checkout/**');
      assert.deepEqual(asked, [{ provider: 'alipay', channel: size === 'phone' ? 'wap' : 'page' }]);
      const checkout = page.url();

      await page.getByRole('link', { name: backToTheShop }).click();
      await page.getByText(w.checking).waitFor();
      assert.equal(await page.getByRole('button', { name: w.payNow }).count(), 0);
      await visit.look('pay-step-checking');
      await page.request.post(checkout, { form: { outcome: 'paid' } });
      await page.getByText(w.memberNow).waitFor();
      await visit.close();
    });
  }

  it('after the return, a declined payment ends the check, and the customer can pay another way', async () => {
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

  it('after the return, an order that ends without a payment ends the check', async () => {
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

  it('a customer signed in with WeChat pays inside its browser, and “ok” from the browser proves nothing', async () => {
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
    it(`a provider that fails with ${reason ?? 'no reason'} is reported in words, and another provider is offered`, async () => {
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
      await alert.getByRole('button', { name: names[language].alipay }).click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(
        asked.map(({ provider }) => provider),
        ['stripe', 'alipay'],
      );
      await page.getByRole('dialog').getByRole('button').click();
      assert.equal(await alert.count(), 0);
      assert.ok(await page.getByRole('radio', { name: names[language].alipay }).first().isChecked());
      assert.ok(await page.getByRole('button', { name: w.payNow }).isEnabled());
      await closeAfterTrouble(visit);
    });
  }
});
