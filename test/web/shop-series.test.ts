/** Several photos in one go: chosen together, checked one by one, paid once, and downloaded as one archive. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { jointPaymentsOf, payJointly } from './joint-checkout.ts';
import { choosePhotos, downloadArchive, fileOf, goodPhoto, orderButton, ordersOf } from './series-visit.ts';
import { holdPictures, releasePictures } from './service-database.ts';
import { closeAfterTrouble, refuse, type ShopVisit, settled, visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;

/** Makes the page skip the photo check, so that it orders a photo that the check refuses. */
async function skipPhotoCheck(page: Page): Promise<void> {
  await page.route('**/shop/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), photo_check: false } });
  });
  await page.reload();
}

/** Records the idempotency key of every order that the page places. */
function orderKeys(page: Page): readonly string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/mark_order_')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Counts the checks of photos that the page asks for. */
function countChecks(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/check_photo')) count += 1;
  });
  return () => count;
}

/**
 * Holds the pauses (`recheckAfterMs` in use-photo.ts) after which the page checks photos for another choice.
 * @returns a function that ends the pauses and returns their number.
 */
async function holdPauses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    const { setTimeout: start } = window;
    Object.assign(window, {
      endPauses: () => held.splice(0).map((task) => task()).length,
      setTimeout: (task: () => void, delayMs: number) =>
        delayMs === 350 ? held.push(task) : start(task, delayMs),
    });
  });
  return () => page.evaluate(() => (window as unknown as { endPauses(): number }).endPauses());
}

describe('several photos in one go', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, ...cachedImages }),
      launchBrowser(),
      samplePhotos(),
    ]);
  });
  afterEach(() => releasePictures(dataDir));
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  const visitIdPhoto = async (size: 'desktop' | 'phone', language: 'en' | 'zh'): Promise<ShopVisit> => {
    const visit = await visitShop(browser, service.url, size, language);
    await visit.chooseGood(visit.w.idPhoto);
    return visit;
  };

  for (const [size, language, t] of [
    ['desktop', 'en', en],
    ['phone', 'zh', zh],
  ] as const) {
    it(`are checked one by one; those that pass are paid once, made, and downloaded as one archive, on a ${size} in ${language}`, async () => {
      const visit = await visitIdPhoto(size, language);
      const { page, w } = visit;
      const asked = jointPaymentsOf(visit);
      const keys = orderKeys(page);
      await page.getByText(t.severalPhotos(20)).waitFor();
      await choosePhotos(page, [
        fileOf('anna.jpg', photos.portrait),
        fileOf('wall.jpg', photos.noFace),
        fileOf('ben.jpg', photos.portrait),
      ]);
      await page.locator('.photo-row').filter({ hasText: 'wall.jpg' }).getByText(w.noFace).waitFor();
      await goodPhoto(page, 'anna.jpg', t).waitFor();
      await goodPhoto(page, 'ben.jpg', t).waitFor();
      await page
        .getByRole('status')
        .getByText(t.seriesCounts({ pending: 0, passed: 2, refused: 1, failed: 0 }))
        .waitFor();
      await page.getByRole('radio', { name: w.red, exact: true }).check();
      await visit.look('series-form');
      await page.getByRole('button', { name: /^(Order 2 photos|下单 2 张) .*\d\.\d\d$/ }).click();
      const orderNos = await payJointly(visit);
      assert.deepEqual(
        asked.map((payment) => payment.orderNos),
        [orderNos],
      );
      assert.equal(new Set(keys).size, 2);
      assert.equal(keys.length, 2);

      await ordersOf(page).filter({ hasText: t.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
      await page.getByText('anna.jpg').waitFor();
      await visit.look('series-done');
      const files = await downloadArchive(page, t.downloadAll);
      assert.deepEqual(Object.keys(files).sort(), [
        'id-photo-one-inch-red-01.jpg',
        'id-photo-one-inch-red-02.jpg',
      ]);
      for (const content of Object.values(files)) {
        const { width, height, format } = await sharp(content).metadata();
        assert.deepEqual([width, height, format], [295, 413, 'jpeg']);
      }
      await page.getByText(t.downloadedAll(2)).waitFor();

      await page.getByRole('link', { name: w.myOrders }).first().click();
      const series = page.getByRole('link', { name: t.seriesTitle(2) });
      await series.getByText(w.idPhoto).waitFor();
      await visit.look('my-orders-series');
      await series.click();
      await ordersOf(page).first().click();
      await page.getByText(w.ready).waitFor();
      await page.getByRole('link', { name: t.seriesTitle(2) }).click();
      await ordersOf(page).nth(1).waitFor();
      await visit.close();
    });
  }

  it('fail and are refunded one by one: the other pictures are made and downloaded', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    await skipPhotoCheck(page);
    await visit.chooseGood(visit.w.idPhoto);
    await choosePhotos(page, [fileOf('wall.jpg', photos.noFace), fileOf('anna.jpg', photos.portrait)]);
    await orderButton(page, /^Order 2 photos/).click();
    await payJointly(visit);
    const failed = ordersOf(page).filter({ hasText: 'wall.jpg' });
    await failed.getByText(en.states.refunded).waitFor({ timeout: workTimeoutMs });
    await failed.getByText(visit.w.noFace).waitFor();
    await ordersOf(page).filter({ hasText: en.states.done }).waitFor({ timeout: workTimeoutMs });
    await page.getByRole('status').getByText('1 ready, 1 refunded.').waitFor();
    await page.locator('.series-facts').getByText('¥6.90', { exact: true }).waitFor();
    await visit.look('series-failed');
    const files = await downloadArchive(page, en.downloadAll);
    assert.deepEqual(Object.keys(files), ['id-photo-one-inch-blue-02.jpg']);
    await visit.close();
  });

  it('show their states while they wait and are made, and each of them has its own page', async () => {
    holdPictures(dataDir);
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await choosePhotos(page, [fileOf('farm.jpg', photos.old), fileOf('lake.jpg', photos.old)]);
    await orderButton(page, /^Order 2 photos/).click();
    await payJointly(visit);
    await ordersOf(page).filter({ hasText: en.states.queued }).nth(1).waitFor();
    await visit.look('series-queued');
    assert.equal(await page.getByRole('button', { name: en.downloadAll }).count(), 0);
    releasePictures(dataDir);
    await ordersOf(page).filter({ hasText: en.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
    await page.locator('.series-row img[src^="/files/"], .series-row img[src^="blob:"]').nth(1).waitFor();
    const files = await downloadArchive(page, en.downloadAll);
    assert.deepEqual(Object.keys(files).length, 2);
    await visit.close();
  });

  it('are checked once, also if a check ends before the page has waited for another choice', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    const checks = countChecks(page);
    const endPauses = await holdPauses(page);
    await visit.chooseGood(visit.w.colourise);
    await choosePhotos(page, [fileOf('farm.jpg', photos.old), fileOf('lake.jpg', photos.old)]);
    const button = orderButton(page, /^Order 2 photos/);
    await button.waitFor();
    assert.ok((await endPauses()) >= 2, 'the pauses of both photos had begun');
    await settled(page);
    assert.equal(checks(), 2);
    assert.equal(await button.count(), 1, 'the button stays enabled');
    await visit.close();
  });

  it('are ordered once each if answers are lost, the button is pressed again, and one order was refused', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    const asked = jointPaymentsOf(visit);
    const keys = orderKeys(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url().replace(/^.*\//, '')));
    let calls = 0;
    await page.route('**/mark_order_*', async (route) => {
      calls += 1;
      // The service places the first order, but the response is lost, with its cookie. Later the service refuses the
      // second order once, and then its call is lost once.
      if (calls === 1) {
        const request = route.request();
        const headers = { ...request.headers() };
        await fetch(request.url(), { method: 'POST', headers, body: request.postData() });
        return route.abort();
      }
      if (calls === 4) return route.abort();
      return calls === 3 ? refuse(route, 410, 'upload_expired') : route.continue();
    });
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    const button = orderButton(page, /^Order 2 photos/);
    await button.click();
    await page.getByRole('alert').getByText('ben.jpg').waitFor();
    await visit.look('series-order-refused');
    await button.click();
    await page.waitForURL('**/sandbox/**');
    assert.equal(new Set(keys.slice(0, 2)).size, 1, 'the repeated call has the same key');
    assert.equal(keys.length, 5, 'the order that was placed is not placed again');
    const lastOrder = sent.findLastIndex((name) => name.startsWith('mark_order_'));
    const lookups = sent.slice(0, lastOrder).filter((name) => name === 'fetch_order');
    assert.equal(
      lookups.length,
      1,
      'the first order is looked at once, although the call of the second is repeated',
    );
    assert.equal(new Set(asked[0]?.orderNos).size, 2);
    await page.goto('/?orders');
    await ordersOf(page).nth(1).waitFor();
    await page.getByText(en.checkingPayment).waitFor();
    await visit.look('series-checking');
    await page.goto('/?orders');
    await page.locator('.order-rows li').nth(1).waitFor();
    assert.equal(await page.locator('.order-rows li').count(), 2, 'no order is placed twice');
    await closeAfterTrouble(visit);
  });

  it('are paid one after the other if the provider takes one order for each payment', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    await page.route('**/shop/config', async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      const providers = [{ name: 'sandbox', channels: ['checkout'], several_orders: false }];
      await route.fulfill({ response, json: { ...config, providers } });
    });
    await page.reload();
    await visit.chooseGood(visit.w.idPhoto);
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    await page.getByText(en.separatePayments('Test payment')).waitFor();
    await orderButton(page, /^Order 2 photos/).click();
    await page.waitForURL('**/?series=*');
    await visit.look('series-separate');
    await page.getByRole('link', { name: en.payNextPhoto('¥6.90') }).click();
    await page.getByRole('button', { name: visit.w.payNow }).click();
    await visit.decide('paid');
    await page.getByRole('link', { name: en.seriesTitle(2) }).click();
    // The last unpaid order is paid like a single order.
    await page.getByRole('button', { name: visit.w.payNow }).click();
    await visit.decide('paid');
    await page.getByRole('link', { name: en.seriesTitle(2) }).click();
    await ordersOf(page).filter({ hasText: en.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
    await visit.close();
  });

  it('of which a picture cannot be downloaded are saved without it, and the page names the missing one', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    await orderButton(page, /^Order 2 photos/).click();
    const [first] = await payJointly(visit);
    await ordersOf(page).filter({ hasText: en.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
    const answer = await page.request.post('/index.php/v1/fetch_order', { data: { order_no: first } });
    const { pathname } = new URL((await answer.json()).deal_result);
    await page.route(`**${pathname}*`, (route) => route.abort());
    const files = await downloadArchive(page, en.downloadAll);
    assert.deepEqual(Object.keys(files), ['id-photo-one-inch-blue-02.jpg']);
    await page.getByRole('alert').getByText(en.archiveIncomplete(1, 1)).waitFor();
    await page.getByRole('alert').getByText('anna.jpg').waitFor();
    await visit.look('series-archive-incomplete');
    await page.unroute(`**${pathname}*`);
    assert.equal(Object.keys(await downloadArchive(page, en.downloadAll)).length, 2);
    await closeAfterTrouble(visit);
  });
});
