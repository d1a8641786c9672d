/** The photos that the browser keeps: a form never shows one photo and orders another. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { en } from '../../web/shop/texts/en.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { choosePhotos, fileOf, orderButton } from './series-visit.ts';
import { type ShopVisit, visitShop } from './shop-visit.ts';
import { keysOf } from './stored-photos.ts';

/** Records the `path` of every upload, and of the photo of every order. */
function pathsOf({ context }: ShopVisit) {
  const uploaded: string[] = [];
  const ordered: string[] = [];
  context.on('response', async (response) => {
    if (response.url().endsWith('/ext_upload')) uploaded.push((await response.json()).path);
  });
  context.on('request', (request) => {
    if (request.url().includes('/mark_order_')) ordered.push(request.postDataJSON().path);
  });
  return { uploaded, ordered };
}

/** Stores copies as an earlier version of the page did: under the id of the good. */
function storeFormerCopies(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('photokiosk', 2);
        opening.onupgradeneeded = () => {
          for (const kind of ['before', 'result', 'draft']) opening.result.createObjectStore(kind);
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['draft', 'before'], 'readwrite');
          const photo = new Blob(['former photo']);
          writing.objectStore('draft').put(photo, '1');
          writing.objectStore('draft').put({ photo, keptAt: Date.now() - 25 * 60 * 60_000 }, '2');
          writing.objectStore('before').put(photo, 'order');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

describe('a kept photo', { skip: skipWithoutChromium() }, () => {
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
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  async function visitColourise(): Promise<ShopVisit> {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    await visit.chooseGood(visit.w.colourise);
    return visit;
  }

  const ready = ({ w }: ShopVisit, page: Page) =>
    page.getByRole('button', { name: w.order, disabled: false }).waitFor();

  async function chooseOther(visit: ShopVisit, page: Page, file: Buffer): Promise<void> {
    await page.getByRole('button', { name: en.otherPhoto }).click();
    await page.getByTestId('photo-file').setInputFiles({ name: 'b', mimeType: '', buffer: file });
    await page.getByText(visit.w.photoArrived).waitFor();
  }

  async function cancelAndOrderAgain(visit: ShopVisit, orderNo: string): Promise<void> {
    const { page } = visit;
    await page.request.post('/index.php/v1/cancel_order', { data: { order_no: orderNo } });
    await page.goto(`/?order_no=${orderNo}`);
    await page.getByRole('link', { name: en.orderAgain }).first().click();
    await ready(visit, page);
    await page.getByRole('button', { name: visit.w.order }).click();
    await page.waitForURL('**/sandbox/checkout/**');
  }

  it('is not shown in place of a later photo of which the browser can make no copy', async () => {
    const visit = await visitColourise();
    const { page } = visit;
    await visit.givePhoto(photos.old);
    await page.locator('.chosen img').first().waitFor();
    await chooseOther(visit, page, await sharp(photos.portrait).greyscale().tiff().toBuffer());
    await page.getByText(en.noPreview).waitFor();
    await page.reload();
    await page.getByText(visit.w.photoArrived).waitFor();
    await page.getByText(en.noPreview).waitFor();
    assert.equal(await page.locator('.chosen img').count(), 0);
    await visit.close();
  });

  it('of an order is the photo that was ordered; a photo that another tab has chosen meanwhile stays in the form', async () => {
    const visit = await visitColourise();
    const { page, w, context } = visit;
    const { uploaded, ordered } = pathsOf(visit);
    await visit.givePhoto(photos.old);
    await ready(visit, page);
    const tab = await context.newPage();
    await tab.goto(page.url());
    await ready(visit, tab);
    await chooseOther(visit, tab, Buffer.from(photos.portrait));
    await page.getByRole('button', { name: w.order }).click();
    await page.waitForURL('**/?order_no=*');
    const orderNo = new URL(page.url()).searchParams.get('order_no') ?? '';
    await page.waitForURL('**/sandbox/checkout/**');
    await tab.reload();
    await tab.getByText(w.photoArrived).waitFor();
    await cancelAndOrderAgain(visit, orderNo);
    assert.equal(uploaded.length, 2);
    assert.deepEqual(ordered, [uploaded[0], uploaded[0]]);
    await visit.close();
  });

  it('of an order is the ordered one, also if the customer chooses another photo while the order is being placed, which stays in the form', async () => {
    const visit = await visitColourise();
    const { page, w } = visit;
    const { uploaded, ordered } = pathsOf(visit);
    let answer: (() => Promise<void>) | undefined;
    await page.route(
      '**/mark_order_*',
      (route) => {
        answer = () => route.continue();
      },
      { times: 1 },
    );
    await visit.givePhoto(photos.old);
    await ready(visit, page);
    const form = page.url();
    await page.getByRole('button', { name: w.order }).click();
    await waitUntil('the order is being placed', () => answer !== undefined);
    await chooseOther(visit, page, Buffer.from(photos.portrait));
    const shown = page.waitForURL('**/?order_no=*');
    await answer?.();
    await shown;
    const orderNo = new URL(page.url()).searchParams.get('order_no') ?? '';
    await page.waitForURL('**/sandbox/checkout/**');
    await page.goto(form);
    await page.getByText(w.photoArrived).waitFor();
    await cancelAndOrderAgain(visit, orderNo);
    assert.equal(uploaded.length, 2);
    assert.deepEqual(ordered, [uploaded[0], uploaded[0]]);
    await visit.close();
  });

  it('of a form is deleted a day later, and copies of earlier versions of the page too', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    await storeFormerCopies(page);
    await visit.chooseGood(visit.w.colourise);
    const { uploaded } = pathsOf(visit);
    await visit.givePhoto(photos.old);
    await waitUntil('the copy is kept', async () => {
      const keys = await keysOf(page, 'draft');
      return keys.length === 1 && keys[0] === `1:${uploaded[0]}`;
    });
    assert.deepEqual(await keysOf(page, 'before'), ['order']);
    await visit.close();
  });

  it('can be ordered, alone or with others, if the storage of the browser never answers', async () => {
    for (const files of [['anna.jpg'], ['anna.jpg', 'ben.jpg']]) {
      const visit = await visitShop(browser, service.url, 'desktop', 'en');
      const { page } = visit;
      await page.addInitScript(() => {
        Object.defineProperty(indexedDB, 'open', { value: () => ({}) });
      });
      await page.reload();
      await visit.chooseGood(visit.w.idPhoto);
      const choose = files.map((name) => fileOf(name, photos.portrait));
      await choosePhotos(page, choose);
      const button = orderButton(page, /^Order (?:and pay|2 photos)/);
      await button.waitFor();
      await page.reload();
      await button.click();
      await page.waitForURL('**/sandbox/**');
      await visit.close();
    }
  });
});
