/**
 * Customers choose a payment provider, pay at the fake of this provider and return to the shop. This is tested for each
 * way of paying that fits the device, in both languages. The page shows an order as paid only after the provider's
 * notification has arrived.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Bank } from '../payments/banks/bank.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ProviderShop, startProviderShop } from './provider-shop.ts';
import type { Language, ShopVisit, Size } from './shop-visit.ts';

const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const inWechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.68';

/** The texts with which the shop names each way of paying: the provider and how the customer pays there. */
const ways = {
  en: {
    card: /^Card/,
    wechatCode: /^WeChat Pay QR code/,
    wechatApp: /^WeChat Pay in the app/,
    wechat: /^WeChat Pay/,
    alipayPage: /^Alipay secure page/,
    alipayCode: /^Alipay QR code/,
    alipayApp: /^Alipay in the app/,
    wechatAdvice: 'Scan the code with WeChat on your phone to pay ¥19.90.',
    alipayAdvice: 'Scan the code with Alipay on your phone to pay ¥19.90.',
    otherPhoneAdvice: 'Scan the code with WeChat on another phone to pay ¥19.90.',
  },
  zh: {
    card: /^银行卡/,
    wechatCode: /^微信支付 ?手机扫码/,
    wechatApp: /^微信支付 ?跳转到 App/,
    wechat: /^微信支付/,
    alipayPage: /^支付宝 ?跳转到付款页面/,
    alipayCode: /^支付宝 ?手机扫码/,
    alipayApp: /^支付宝 ?跳转到 App/,
    wechatAdvice: '请用手机微信扫码支付 ¥19.90',
    alipayAdvice: '请用手机支付宝扫码支付 ¥19.90',
    otherPhoneAdvice: '请用另一部手机的微信扫码支付 ¥19.90',
  },
} as const;

/** Orders a membership and starts to pay it. @returns what `pay_order` returned. */
async function order({ page, w, chooseGood }: ShopVisit, way: RegExp): Promise<Record<string, string>> {
  await page.goto('/');
  await chooseGood(w.vip);
  await page.getByRole('radio', { name: way }).check();
  const answer = page.waitForResponse('**/pay_order');
  await page.getByRole('button', { name: w.order }).click();
  // The body of a response cannot be read after the browser has left the page, so repeat the call, as a reload does.
  const request = (await answer).request();
  const repeated = await page.request.post(request.url(), { data: request.postDataJSON() });
  assert.equal(repeated.status(), 200, await repeated.text());
  return repeated.json();
}

async function orderStatus(page: Page): Promise<string> {
  const order_no = new URL(page.url()).searchParams.get('order_no');
  const answer = await page.request.post('/index.php/v1/fetch_order', { data: { order_no } });
  return (await answer.json()).status;
}

async function waysShown(page: Page): Promise<string[]> {
  return page
    .locator('.way')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [row.querySelector('strong'), row.querySelector('small')].map((e) => e?.textContent).join(' '),
      ),
    );
}

describe('the shop with real providers', { skip: skipWithoutChromium() }, () => {
  let shop: ProviderShop;
  before(async () => {
    shop = await startProviderShop();
  });
  after(() => shop?.close());

  /** The customer pays on the provider's page and returns; the shop's page waits for the provider's notification. */
  async function payOnPage(visit: ShopVisit, way: RegExp, bank: Bank, picture?: string): Promise<void> {
    const { page, w } = visit;
    await order(visit, way);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL('**/?order_no=*');
    await page.getByText(w.checking).waitFor();
    if (picture !== undefined) await visit.look(`${picture}-checking`);
    assert.equal(await orderStatus(page), 'wait_pay');
    await shop.notify(bank);
    await page.getByText(w.memberNow).waitFor();
    if (picture !== undefined) await visit.look(`${picture}-paid`);
  }

  /** The customer scans a code with another device and stays on the page. */
  async function payByCode(
    visit: ShopVisit,
    way: RegExp,
    bank: Bank,
    advice: string,
    picture: string,
  ): Promise<void> {
    const { page, w } = visit;
    const clientData = await order(visit, way);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    assert.equal(await dialog.getByText(advice).count(), 1);
    // The code is for another device, so no link opens the payment on this one.
    assert.equal(await dialog.getByRole('link').count(), 0);
    await visit.look(picture);
    await shop.pay(bank, clientData);
    assert.equal(await page.getByText(w.memberNow).count(), 0);
    await shop.notify(bank);
    await page.getByText(w.memberNow).waitFor();
    assert.equal(await dialog.count(), 0);
    // The page has not been loaded again since the order, and yet knows the membership.
    await page.getByRole('link', { name: w.myOrders }).first().click();
    await page.getByText(w.isMember).waitFor();
  }

  const cases: readonly (readonly [Size, Language])[] = [
    ['desktop', 'en'],
    ['desktop', 'zh'],
    ['phone', 'en'],
    ['phone', 'zh'],
  ];
  for (const [size, language] of cases) {
    it(`on a ${size} in ${language} a customer pays by card, with WeChat Pay and with Alipay`, async () => {
      const visit = await shop.visit(size, language, size === 'phone' ? { userAgent: onPhone } : {});
      const names = ways[language];
      await visit.chooseGood(visit.w.vip);
      const { page } = visit;
      await page.getByRole('radio', { name: names.card }).waitFor();
      // WeChat virtual payment is enabled, but works only in mini programs, so the shop's page does not list it.
      const offered =
        size === 'phone'
          ? [names.card, names.wechatApp, names.alipayApp]
          : [names.card, names.wechatCode, names.alipayPage, names.alipayCode];
      assert.deepEqual(
        (await waysShown(page)).map((way, at) => offered[at]?.test(way)),
        offered.map(() => true),
      );
      assert.equal(await page.locator('.way svg').count(), offered.length);
      assert.ok(await page.getByRole('radio', { name: names.card }).isChecked());
      await visit.look('providers');
      if (size === 'phone') {
        await payOnPage(visit, names.card, shop.stripe, 'providers');
        await payOnPage(visit, names.wechatApp, shop.wechat);
        await payOnPage(visit, names.alipayApp, shop.alipay);
      } else {
        // First by code: this payment does not leave the page, which had no token before.
        await payByCode(visit, names.wechatCode, shop.wechat, names.wechatAdvice, 'providers-wechat-code');
        await payOnPage(visit, names.card, shop.stripe, 'providers');
        await payOnPage(visit, names.alipayPage, shop.alipay);
        await payByCode(visit, names.alipayCode, shop.alipay, names.alipayAdvice, 'providers-alipay-code');
      }
      await visit.close();
    });
  }

  for (const language of ['en', 'zh'] as const) {
    it(`in WeChat’s browser, in ${language}, a customer who has signed in pays in the browser, and another customer scans a code`, async () => {
      const visit = await shop.visit('phone', language, { userAgent: inWechat });
      const { page, w } = visit;
      const names = ways[language];
      await payByCode(
        visit,
        names.wechatCode,
        shop.wechat,
        names.otherPhoneAdvice,
        'providers-wechat-browser',
      );

      const calls: string[] = [];
      await page.exposeFunction('payInWechat', async (name: string, parameters: Record<string, string>) => {
        calls.push(name);
        await shop.pay(shop.wechat, parameters);
      });
      await page.addInitScript(() => {
        type Pay = (name: string, parameters: unknown) => Promise<void>;
        const invoke = (name: string, parameters: unknown, done: (result: object) => void) =>
          void (globalThis as unknown as { payInWechat: Pay })
            .payInWechat(name, parameters)
            .then(() => done({ err_msg: 'get_brand_wcpay_request:ok' }));
        Object.assign(globalThis, { WeixinJSBridge: { invoke } });
      });
      await shop.signIn(visit, `Customer-${language}`);
      await order(visit, names.wechat);
      await page.getByText(w.checking).waitFor();
      assert.deepEqual(calls, ['getBrandWCPayRequest']);
      assert.equal(await orderStatus(page), 'wait_pay');
      await shop.notify(shop.wechat);
      await page.getByText(w.memberNow).waitFor();
      await visit.close();
    });
  }
});
