/**
 * The shop with an object store from which customers fetch files by presigned links: another origin, without CORS, as a
 * bucket is after its creation.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { en } from '../../web/shop/texts/en.ts';
import { portrait } from '../imaging/portraits.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';
import { payJointly } from './joint-checkout.ts';
import { choosePhotos, downloadArchive, fileOf, goodPhoto, orderButton, ordersOf } from './series-visit.ts';
import { type ShopVisit, visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;

/** @returns the name and the content of the file that the browser saves. The page stays open. */
async function saved(page: Page, press: () => Promise<void>) {
  const before = page.url();
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  assert.equal(page.url(), before);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** The small copy of a finished picture that the page has kept in the browser; waits until it exists. */
async function keptCopySize(page: Page, orderNo: string): Promise<number> {
  const size = await page.waitForFunction(
    (key) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('photokiosk');
        opening.onsuccess = () => {
          const found = opening.result.transaction('result').objectStore('result').get(key);
          found.onsuccess = () => {
            opening.result.close();
            resolve(found.result?.photo.size ?? 0);
          };
        };
      }),
    orderNo,
  );
  return size.jsonValue();
}

describe('the shop with files in an object store', { skip: skipWithoutChromium() }, () => {
  let store: S3Server;
  let shop: ConsoleService;
  let photos: SamplePhotos;
  before(async () => {
    store = await startS3Server('shop');
    [shop, photos] = await Promise.all([
      startConsoleService({
        STORAGE_URL: `s3://shop?endpoint=${store.endpoint}`,
        AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
        ...cachedImages,
      }),
      samplePhotos(),
    ]);
    shop.writeDatabase("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  });
  after(async () => {
    await shop?.close();
    await store?.stop();
  });

  const visitAsCustomer = (size: 'desktop' | 'phone') =>
    visitShop(shop.browser, shop.service.url, size, 'en');

  const pressDownload = ({ page, w }: ShopVisit) =>
    page.getByRole('link', { name: w.download, exact: true }).click();

  it('downloads the pictures of a series as one archive, and one picture by its own button, and keeps a small copy of it', async () => {
    const visit = await visitAsCustomer('desktop');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await choosePhotos(page, [fileOf('anna.jpg', photos.old), fileOf('ben.jpg', photos.portrait)]);
    for (const name of ['anna.jpg', 'ben.jpg']) await goodPhoto(page, name, en).waitFor();
    await orderButton(page, /^Order 2 photos/).click();
    const [orderNo = ''] = await payJointly(visit);
    await ordersOf(page).filter({ hasText: en.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
    const files = Object.values(await downloadArchive(page, en.downloadAll));
    assert.equal(files.length, 2);
    for (const content of files) assert.equal((await sharp(content).metadata()).format, 'jpeg');

    await page.goto(`/?order_no=${orderNo}`);
    const { name, content } = await saved(page, () => pressDownload(visit));
    assert.match(name, /^coloured-photo-[\d-]{10}\.jpg$/);
    assert.equal((await sharp(content).metadata()).format, 'jpeg');
    assert.ok((await keptCopySize(page, orderNo)) > 0);
    await visit.close();

    const operator = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`);
    await operator.page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.picture img')].filter(
          ({ naturalWidth }) => naturalWidth > 0,
        ).length === 2,
      undefined,
      { timeout: workTimeoutMs },
    );
    await operator.close();
  });

  it('downloads an ID photo, its report, its sheets to print and its other backgrounds, each under its name', async () => {
    const visit = await visitAsCustomer('desktop');
    const { page } = visit;
    await visit.chooseGood(/^ID photo/);
    await page.getByRole('searchbox').fill('英语');
    await page.locator('input[value="document:cn_english_test"]').check();
    await visit.givePhoto(new Uint8Array(await portrait().jpeg({ quality: 90 }).toBuffer()));
    await visit.orderAndPay('paid');
    await page.getByText(visit.w.ready).waitFor({ timeout: workTimeoutMs });

    const names: string[] = [];
    const press = async (act: () => Promise<void>) => {
      const { name, content } = await saved(page, act);
      names.push(name);
      return content.toString('latin1', 0, 4);
    };
    const jpeg = '\xff\xd8\xff';
    assert.ok((await press(() => pressDownload(visit))).startsWith(jpeg));
    assert.equal(await press(() => page.getByRole('button', { name: en.reportPdf }).click()), '%PDF');
    await page.getByRole('button', { name: '10 × 15 cm' }).click();
    const sheet = page.getByRole('link', { name: en.downloadSheet });
    assert.ok((await press(() => sheet.click())).startsWith(jpeg));
    const [color = ''] = await page
      .getByRole('list', { name: en.backgrounds })
      .getByRole('button')
      .allInnerTexts();
    assert.ok(
      (await press(() => page.getByRole('button', { name: color, exact: true }).click())).startsWith(jpeg),
    );
    assert.deepEqual(names, [
      'id-photo-cn-english-test-blue.jpg',
      'id-photo-cn-english-test-blue-report.pdf',
      'id-photo-cn-english-test-blue-sheet-10x15cm.jpg',
      'id-photo-cn-english-test-white.jpg',
    ]);
    await visit.close();
  });

  it('shows the photo that a phone sends', async () => {
    const desk = await visitAsCustomer('desktop');
    const phone = await visitAsCustomer('phone');
    await desk.chooseGood(desk.w.colourise);
    await desk.page.getByRole('button', { name: 'Use your phone' }).click();
    await phone.page.goto(await desk.page.locator('dialog input[readonly]').inputValue());
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photos.portrait) };
    await phone.page.getByTestId('photo-file').setInputFiles(photo);
    await desk.page.getByText(desk.w.photoArrived).waitFor();
    await desk.page.locator('img[src^="blob:"]').first().waitFor();
    await desk.close();
    await phone.close();
  });
});
