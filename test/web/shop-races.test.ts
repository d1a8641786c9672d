/** What a customer does at the wrong moment, and answers that come late, never, or are refusals. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { backToTheShop, closeAfterTrouble, type ShopVisit, visitShop } from './shop-visit.ts';

function refuse(route: Route, status: number, code: string, headers: Record<string, string> = {}) {
  return route.fulfill({
    status,
    headers,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, detail: 'Refused.' }),
  });
}

/** An order of a membership that waits for its payment, shown. @returns where it can be paid. */
async function showUnpaidOrder({ page, w, chooseGood }: ShopVisit): Promise<string> {
  await page.goto('/');
  await chooseGood(w.vip);
  await page.getByRole('button', { name: w.order }).click();
  await page.waitForURL('**/sandbox/checkout/**');
  const checkout = page.url();
  await page.getByRole('link', { name: backToTheShop }).click();
  await page.getByRole('button', { name: w.payNow }).waitFor();
  return checkout;
}

/** As when the customer turns to another tab, and back. */
function setSeen(page: Page, seen: boolean): Promise<void> {
  return page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    seen ? 'visible' : 'hidden',
  );
}

describe('in the shop', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photo: Buffer;
  before(async () => {
    photo = await sharp({ create: { width: 500, height: 600, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const env = { DATA_DIR: dataDir, IMAGE_PROCESSES: '1', ORDER_EXPIRY_MINUTES: '4320' };
    [service, browser] = await Promise.all([startServiceProcess(env), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    remove();
  });

  it('what cannot be the number of an order is told as an unknown one', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    await visit.page.goto(`/?order_no=${'A'.repeat(80)}`);
    await visit.page.getByText('Order not found').waitFor();
    await visit.look('impossible-number');
    await closeAfterTrouble(visit);
  });

  it('an order that cannot be looked up yet says so, waits as long as it was told, and appears', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = visit;
    await showUnpaidOrder(visit);
    let looks = 0;
    await page.route('**/order_events*', (route) => refuse(route, 429, 'too_many_requests'));
    await page.route('**/fetch_order', (route) => {
      looks += 1;
      return looks === 1 ? refuse(route, 429, 'too_many_requests', { 'retry-after': '8' }) : route.continue();
    });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await page.waitForTimeout(3_000);
    assert.equal(looks, 1);
    await page.getByRole('button', { name: visit.w.payNow }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await closeAfterTrouble(visit);
  });

  it('an answer from before the stream was there again changes nothing, and nothing is looked up any more', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    const checkout = await showUnpaidOrder(visit);
    let looks = 0;
    let answer: (() => Promise<void>) | undefined;
    await page.route('**/order_events*', (route) => route.abort(), { times: 1 });
    await page.route('**/fetch_order', async (route) => {
      looks += 1;
      const old = await route.fetch();
      answer = () => route.fulfill({ response: old });
    });
    await page.reload();
    await waitUntil('the order is looked up', () => answer !== undefined);
    await page.request.post(checkout, { form: { outcome: 'paid' } });
    await page.getByText(w.memberNow).waitFor();
    await answer?.();
    await page.waitForTimeout(3_000);
    await page.getByText(w.memberNow).waitFor();
    assert.equal(looks, 1);
    await closeAfterTrouble(visit);
  });

  it('tabs that nobody looks at leave the service to the others, and are up to date when seen again', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w, context } = visit;
    await showUnpaidOrder(visit);
    const unseen: Page[] = [];
    for (let count = 0; count < 6; count += 1) {
      const tab = count === 0 ? page : await context.newPage();
      if (tab !== page) await tab.goto(page.url());
      await tab.getByRole('button', { name: w.payNow }).waitFor();
      await setSeen(tab, false);
      unseen.push(tab);
    }
    const seventh = await context.newPage();
    await seventh.goto(page.url());
    await seventh.getByRole('button', { name: w.cancel }).click();
    await seventh.getByRole('dialog').getByRole('button', { name: w.cancel }).click();
    await seventh.getByText(w.cancelled).waitFor();
    await setSeen(page, true);
    await page.getByText(w.cancelled).waitFor();
    await closeAfterTrouble(visit);
  });

  it('who is too fast is told how long to wait, and need not choose the photo again', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w } = visit;
    const tooFast = (route: Route) => refuse(route, 429, 'too_many_requests', { 'retry-after': '40' });
    // The list of the page before must not be the one that is refused.
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
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
    await page.getByText('Try again in 40 seconds.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(w.photoArrived).waitFor();
    await closeAfterTrouble(visit);
  });

  it('a file that cannot be read any more is told', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    });
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
    await page.getByText('无法读取这个文件').waitFor();
    await visit.close();
  });

  it('a size that is chosen while the photo is checked is the one that is checked', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    const checked: string[] = [];
    let answer: (() => Promise<void>) | undefined;
    const verdict = { ok: true, reason: null, message: null, warnings: [], preview: null };
    await page.route('**/check_photo', async (route) => {
      checked.push(route.request().postDataJSON().size);
      if (checked.length > 1) return route.fulfill({ json: verdict });
      answer = () => route.fulfill({ json: { ...verdict, ok: false, reason: 'no_face', message: 'No.' } });
    });
    // As where the good that is sold in sizes is on the shelf.
    await page.route('**/goods_list', async (route) => {
      const response = await route.fetch();
      const goods: { id: number; funct_name: string }[] = await response.json();
      const sized = goods.map((good) =>
        good.id === 2 ? { ...good, funct_name: 'mark_order_id_photo' } : good,
      );
      return route.fulfill({ response, json: sized });
    });
    await page.goto('/?goods=2');
    await page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
    await waitUntil('the photo is checked', () => answer !== undefined);
    await page.getByRole('combobox').selectOption('one_inch');
    await page.getByText(w.photoArrived).waitFor();
    await answer?.();
    await page.waitForTimeout(500);
    await page.getByText(w.photoArrived).waitFor();
    assert.deepEqual(checked, ['two_inch', 'one_inch']);
    await visit.close();
  });

  it('an order that is being cancelled cannot be kept; why it could not be is told once', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
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
    await dialog.getByRole('button', { name: w.cancel }).click();
    await waitUntil('the order is being cancelled', () => answer !== undefined);
    assert.ok(await dialog.getByRole('button', { name: 'Keep it' }).isDisabled());
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
    await answer?.();
    await dialog.getByRole('alert').waitFor();
    await visit.look('cancel-failed');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: w.cancel }).click();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await dialog.getByRole('button', { name: w.cancel }).click();
    await page.getByText(w.cancelled).waitFor();
    await closeAfterTrouble(visit);
  });

  it('who goes elsewhere while a payment opens is not led away, and finds until when to pay', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
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
    const paid = page.waitForResponse('**/pay_order');
    await answer?.();
    await paid;
    await page.waitForTimeout(1_000);
    assert.equal(new URL(page.url()).search, '?orders');
    await page.getByRole('link', { name: w.vip }).first().click();
    // Three days: the hour alone would be taken for today's.
    await page.getByText(/Please pay before \d+ \w+ \d{4}/).waitFor();
    await visit.close();
  });

  it('orders that could not be looked up are not told as none', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
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

  it('orders of another device are listed after those of this one, however many these are', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, context } = visit;
    await showUnpaidOrder(visit);
    await context.clearCookies();
    await showUnpaidOrder(visit);
    // The page of a guest with many orders: the next begins before this one.
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
