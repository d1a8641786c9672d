/** What the shop shows when the service refuses a call, an order is unknown or a file cannot be read. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { closeAfterTrouble, refuse, showUnpaidOrder } from './shop-visit.ts';

const texts = { en, zh };

describe('in the shop', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  it('for an address with a text that cannot be an order number, the page says that the order was not found', async () => {
    const visit = await shop.visit('phone', 'en');
    await visit.page.goto(`/?order_no=${'A'.repeat(80)}`);
    await visit.page.getByText('Order not found').waitFor();
    await visit.look('impossible-number');
    await closeAfterTrouble(visit);
  });

  it('if a view cannot be drawn, the page shows an error and keeps its header and its footer', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page } = visit;
    await visit.chooseGood(visit.w.vip);
    await page.getByRole('button', { name: visit.w.order }).waitFor();
    await page.route('**/shop/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), time_zone: 'No/Where' } });
    });
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('link', { name: visit.w.myOrders }).first().waitFor();
    await visit.look('view-failed');
    await visit.context.close();
  });

  it('if fetching an order is refused with 429, the page shows an error and fetches the order again after the Retry-After time', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page } = visit;
    await showUnpaidOrder(visit);
    const lookedUpAt: number[] = [];
    await page.route('**/order_events*', (route) => refuse(route, 429, 'too_many_requests'));
    await page.route('**/fetch_order', (route) => {
      lookedUpAt.push(performance.now());
      const isFirst = lookedUpAt.length === 1;
      return isFirst ? refuse(route, 429, 'too_many_requests', { 'retry-after': '4' }) : route.continue();
    });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: visit.w.payNow }).waitFor();
    const [first = 0, second = 0] = lookedUpAt;
    // Without the header Retry-After, the page would fetch the order again after two seconds.
    assert.ok(second - first >= 3_900, `looked up again after ${Math.round(second - first)} ms`);
    assert.equal(await page.getByRole('alert').count(), 0);
    await closeAfterTrouble(visit);
  });

  it('a customer whose request is refused with 429 sees how long to wait, and need not choose the photo again', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    const tooFast = (route: Route) => refuse(route, 429, 'too_many_requests', { 'retry-after': '40' });
    // Wait until the page has loaded, so that the reload receives the refusal.
    await page.getByRole('link', { name: w.colourise }).first().waitFor();
    await page.route('**/goods_list', tooFast, { times: 1 });
    await page.reload();
    await page.getByText('Try again in 40 seconds.').waitFor();
    await visit.look('too-fast');
    await page.getByRole('button', { name: 'Try again' }).click();
    await visit.chooseGood(w.colourise);
    await page.route('**/ext_upload', tooFast, { times: 1 });
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });
    await page.getByText('Try again in 40 seconds.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(w.photoArrived).waitFor();
    await closeAfterTrouble(visit);
  });

  it('an upload that a public network’s sign-in page answers is repeated', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    const signIn = { contentType: 'text/html', body: '<h1>Welcome to the airport</h1>' };
    await page.route('**/ext_upload', (route) => route.fulfill(signIn), { times: 1 });
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });
    await page.getByText(w.photoArrived).waitFor();
    await visit.close();
  });

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`a browser that keeps no cookie cannot pay for a membership, because it would lose it, on a ${size} in ${language}`, async () => {
      const visit = await shop.visit(size, language);
      const { page, w, context } = visit;
      const orderNos: string[] = [];
      const payments: string[] = [];
      page.on('request', (request) => request.url().endsWith('/pay_order') && payments.push(request.url()));
      await page.route('**/mark_order_vip', async (route) => {
        const answer = await route.fetch();
        orderNos.push((await answer.json()).order_no);
        const { 'set-cookie': _, ...headers } = answer.headers();
        if (orderNos.length === 1) await context.clearCookies();
        await route.fulfill({ response: answer, ...(orderNos.length === 1 ? { headers } : {}) });
      });
      await visit.chooseGood(w.vip);
      const cancelled = page.waitForResponse('**/cancel_order');
      await page.getByRole('button', { name: w.order }).click();
      await page.getByRole('alert').getByText(texts[language].errors.cookies_refused).waitFor();
      assert.equal((await cancelled).status(), 200);
      await visit.look('membership-without-cookie');
      assert.deepEqual(payments, []);
      // The customer allows cookies and tries again.
      await visit.orderAndPay('paid');
      await page.getByText(w.memberNow).waitFor();
      assert.equal(new Set(orderNos).size, 2);
      await closeAfterTrouble(visit);
    });
  }

  it('if the chosen file can no longer be read, the page says so', async () => {
    const visit = await shop.visit('phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    });
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });
    await page.getByText('打不开这个文件').waitFor();
    await visit.close();
  });

  /** The first bytes of a HEIC file, which Chromium does not decode. */
  const heic = {
    name: 'IMG_1.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  };

  it('if the browser cannot decode a HEIC photo, the page explains this and uploads nothing', async () => {
    const visit = await shop.visit('phone', 'zh');
    const { page, w } = visit;
    let uploads = 0;
    await page.route('**/ext_upload', (route) => {
      uploads += 1;
      return route.continue();
    });
    await visit.chooseGood(w.colourise);
    await page.getByTestId('photo-file').setInputFiles(heic);
    await page.getByText('打不开 HEIC 照片').waitFor();
    await visit.look('heic');
    assert.equal(uploads, 0);
    await visit.close();
  });

  it('if the browser can decode a HEIC photo, the page uploads it as a JPEG', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    // Replace the decoder, because Chromium cannot decode HEIC and Safari can: a HEIC file decodes to a drawn picture.
    await page.evaluate(() => {
      const decode = window.createImageBitmap.bind(window);
      const picture = document.createElement('canvas');
      [picture.width, picture.height] = [600, 400];
      picture.getContext('2d')?.fillRect(0, 0, 300, 400);
      window.createImageBitmap = (async (file: Blob) =>
        decode((await file.slice(4, 12).text()) === 'ftypheic' ? picture : file)) as typeof decode;
    });
    await page.getByTestId('photo-file').setInputFiles(heic);
    // The service accepts no HEIC and this file has no pixels, so the page must have uploaded the drawn picture.
    await page.getByText(w.photoArrived).waitFor();
    await visit.close();
  });

  it('the list of orders shows an error instead of “No orders yet” if the orders could not be fetched', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w, context } = visit;
    await showUnpaidOrder(visit);
    await context.clearCookies();
    await page.route('**/fetch_order', (route) => refuse(route, 500, 'internal'), { times: 1 });
    await page.goto('/?orders');
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByText('No orders yet').count(), 0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: w.vip }).waitFor();
    await closeAfterTrouble(visit);
  });
});
