/** Customers who act while a call is running or in several tabs, and responses that arrive late. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { closeAfterTrouble, refuse, settled, showUnpaidOrder } from './shop-visit.ts';

/** Simulates that the customer switches to another tab, or back to this one. */
function setVisible(page: Page, visible: boolean): Promise<void> {
  return page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

describe('in the shop', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  it('while the event stream is interrupted, the page fetches the order; if the response arrives after the stream is open again, it changes nothing', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    const checkout = await showUnpaidOrder(visit);
    let lookUps = 0;
    let answer: (() => Promise<void>) | undefined;
    await page.clock.install();
    await page.route('**/order_events*', (route) => route.abort(), { times: 1 });
    await page.route('**/fetch_order', async (route) => {
      lookUps += 1;
      const old = await route.fetch();
      answer = () => route.fulfill({ response: old });
    });
    await page.reload();
    await waitUntil('the order is looked up', () => answer !== undefined);
    await page.request.post(checkout, { form: { outcome: 'paid' } });
    await page.getByText(w.memberNow).waitFor();
    const late = page.waitForResponse('**/fetch_order');
    await answer?.();
    await (await late).finished();
    await page.clock.fastForward(10_000);
    await settled(page);
    assert.ok(await page.getByText(w.memberNow).isVisible());
    assert.equal(lookUps, 1);
    await closeAfterTrouble(visit);
  });

  it('an order page whose event stream is silent for a minute opens the stream again', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await showUnpaidOrder(visit);
    await page.clock.install();
    let streams = 0;
    page.on('request', (request) => {
      if (request.url().includes('/order_events')) streams += 1;
    });
    await page.reload();
    await page.getByRole('button', { name: w.payNow }).waitFor();
    assert.equal(streams, 1);
    await page.clock.fastForward(60_000);
    await waitUntil('the stream is opened again', () => streams === 2);
    await page.close();
  });

  it('six hidden tabs of the shop do not prevent a seventh from loading, and a hidden tab shows the current state when it is visible again', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w, context } = visit;
    await showUnpaidOrder(visit);
    for (let count = 0; count < 6; count += 1) {
      const tab = count === 0 ? page : await context.newPage();
      if (tab !== page) await tab.goto(page.url());
      await tab.getByRole('button', { name: w.payNow }).waitFor();
      await setVisible(tab, false);
    }
    const seventh = await context.newPage();
    await seventh.goto(page.url());
    await seventh.getByRole('button', { name: w.cancel }).click();
    await seventh.getByRole('dialog').getByRole('button', { name: w.cancelConfirm }).click();
    await seventh.getByText(w.cancelled).waitFor();
    await setVisible(page, true);
    await page.getByText(w.cancelled).waitFor();
    await closeAfterTrouble(visit);
  });

  it('the result of a photo check is ignored if another size was chosen meanwhile, and for a refused size the page names the sizes that work', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    const checked: string[] = [];
    let answer: (() => Promise<void>) | undefined;
    const verdict = {
      ...{ ok: true, reason: null, message: null, warnings: [] },
      ...{ preview: null, report: null, marks: [] },
    };
    await page.route('**/check_photo', async (route) => {
      checked.push(route.request().postDataJSON().size);
      if (checked.length > 2) {
        const refused = { ...verdict, ok: false, reason: 'cut_out_failed', message: 'No.' };
        return route.fulfill({ json: { ...refused, sizes: ['one_inch', 'two_inch'] } });
      }
      if (checked.length > 1) return route.fulfill({ json: verdict });
      answer = () => route.fulfill({ json: { ...verdict, ok: false, reason: 'no_face', message: 'No.' } });
    });
    // Change the second good into an ID photo, which is sold in sizes.
    await page.route('**/goods_list', async (route) => {
      const response = await route.fetch();
      const goods: { id: number; funct_name: string }[] = await response.json();
      const sized = goods.map((good) =>
        good.id === 2 ? { ...good, funct_name: 'mark_order_id_photo' } : good,
      );
      return route.fulfill({ response, json: sized });
    });
    await page.goto('/?goods=2');
    await page.getByRole('radio', { name: /^Two inch/ }).check();
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });
    await waitUntil('the photo is checked', () => answer !== undefined);
    await page.getByRole('radio', { name: /^One inch/ }).check();
    await page.getByText(w.photoArrived).waitFor();
    const late = page.waitForResponse('**/check_photo');
    await answer?.();
    await (await late).finished();
    await settled(page);
    assert.ok(await page.getByText(w.photoArrived).isVisible());
    await page.getByRole('radio', { name: /^Small two inch/ }).check();
    await page.getByText('This photo works for: One inch, Two inch.').waitFor();
    await visit.look('only-other-sizes-work');
    assert.deepEqual(checked, ['two_inch', 'one_inch', 'small_two_inch']);
    await visit.close();
  });

  it('the dialog that cancels an order cannot be closed while the call runs, and shows no earlier error when it opens again', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await showUnpaidOrder(visit);
    let answer: (() => Promise<void>) | undefined;
    await page.route(
      '**/cancel_order',
      (route) => {
        answer = () => refuse(route, 503, 'unavailable');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: w.cancel }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: w.cancelConfirm }).click();
    await waitUntil('the order is being cancelled', () => answer !== undefined);
    assert.ok(await dialog.getByRole('button', { name: w.keep }).isDisabled());
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
    await answer?.();
    await dialog.getByRole('alert').waitFor();
    await visit.look('cancel-failed');
    await dialog.getByRole('button', { name: w.keep }).click();
    await page.getByRole('button', { name: w.cancel }).click();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await dialog.getByRole('button', { name: w.cancelConfirm }).click();
    await page.getByText(w.cancelled).waitFor();
    await closeAfterTrouble(visit);
  });

  it('a customer who opens another view while a payment is being opened is not redirected to the payment page, and can pay later', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w, chooseGood } = visit;
    await chooseGood(w.vip);
    let answer: (() => Promise<void>) | undefined;
    await page.route(
      '**/pay_order',
      (route) => {
        answer = () => route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: w.order }).click();
    await waitUntil('the payment opens', () => answer !== undefined);
    await page.getByRole('link', { name: w.myOrders }).first().click();
    const opened = page.waitForResponse('**/pay_order');
    await answer?.();
    await (await opened).finished();
    await settled(page);
    assert.equal(new URL(page.url()).search, '?orders');
    await page.getByRole('link', { name: w.vip }).first().click();
    // The text contains the date, because the deadline is in three days and a time without a date would mean today.
    await page.getByText(/Please pay before \d+ \w+ \d{4}/).waitFor();
    await visit.close();
  });

  it('a change of the language after the first order of a guest interrupts no upload and keeps the entered e-mail address', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await page.route('**/shop/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), emails_offered: true } });
    });
    await page.route('**/pay_order', (route) => refuse(route, 502, 'payment_provider_failed'));
    await page.reload();
    await visit.chooseGood(w.vip);
    await page.getByRole('button', { name: w.order }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Photokiosk' }).click();
    await visit.chooseGood(w.colourise);
    let upload: (() => Promise<void>) | undefined;
    await page.route('**/ext_upload', (route) => {
      upload = () => route.continue();
    });
    let isVipAsked = false;
    await page.route('**/my_vip', (route) => {
      isVipAsked = true;
      return refuse(route, 500, 'internal');
    });
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });
    await page.getByLabel(en.emailOptional(en.emailTitle)).fill('ann@example.com');
    await waitUntil('the photo is being uploaded', () => upload !== undefined);
    await page.getByRole('button', { name: '切换到中文' }).click();
    await waitUntil('the page asks for the membership', () => isVipAsked);
    await settled(page);
    assert.equal(await page.getByLabel(zh.emailOptional(zh.emailTitle)).inputValue(), 'ann@example.com');
    await upload?.();
    await page.getByText('照片已上传').or(page.getByText('这张照片可以用')).waitFor();
    await closeAfterTrouble(visit);
  });

  it('orders of an earlier guest cookie are listed after the last page of the current guest’s orders', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, context } = visit;
    await showUnpaidOrder(visit);
    await context.clearCookies();
    await showUnpaidOrder(visit);
    // Respond as if the current guest had more orders: `before` is the cursor of the next page.
    await page.route(
      '**/my_orders',
      async (route) => {
        const answer = await route.fetch();
        const listed = await answer.json();
        return route.fulfill({ response: answer, json: { ...listed, before: listed.orders[0].id } });
      },
      { times: 1 },
    );
    await page.goto('/?orders');
    const rows = page.locator('.order-row');
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await visit.close();
  });
});
