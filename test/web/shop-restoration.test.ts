/** A customer has old photos restored: the damage before the payment, the choices, and the photo under the result. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { damagedPhoto } from '../support/damaged-photo.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { payJointly } from './joint-checkout.ts';
import { choosePhotos, fileOf, goodPhoto, orderButton, ordersOf, photoRow } from './series-visit.ts';
import { putOnShelf } from './service-database.ts';
import { type ShopVisit, visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;
const good = /Old photo restoration|老照片修复/;

/** The bodies of all calls of an operation. */
function callsOf(page: Page, operation: string): Readonly<Record<string, unknown>>[] {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/${operation}`)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

async function download({ page, w }: ShopVisit): Promise<{ file: Buffer; name: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: w.download, exact: true }).click();
  const finished = await started;
  return { file: await readFile(await finished.path()), name: finished.suggestedFilename() };
}

describe('the shop sells restorations', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  /** 200 px high. */
  let damaged: Uint8Array<ArrayBuffer>;
  /** More pixels than the service enlarges. */
  let large: Uint8Array<ArrayBuffer>;
  before(async () => {
    [service, browser] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, IMAGE_PROCESSES: '1', ...cachedImages }),
      launchBrowser(),
    ]);
    putOnShelf(dataDir, 'mark_order_photo_restore');
    const { old } = await samplePhotos();
    damaged = await damagedPhoto(old);
    large = new Uint8Array(await sharp(damaged).resize({ height: 1900 }).jpeg().toBuffer());
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  for (const [size, language, t] of [
    ['desktop', 'en', en],
    ['phone', 'zh', zh],
  ] as const) {
    it(`and shows the damage and the restored photo before the payment, and both photos after it, on a ${size} in ${language}`, async () => {
      const visit = await visitShop(browser, service.url, size, language);
      const { page, w } = visit;
      const orders = callsOf(page, 'mark_order_photo_restore');
      await visit.chooseGood(good);
      await visit.look('restore-empty');
      await visit.givePhoto(damaged);
      const preview = page.getByRole('img', { name: t.restorePreviewAlt });
      await preview.waitFor();
      await page.getByText(/Damage found on|发现破损/).waitFor();
      const slider = page.getByRole('slider');
      assert.equal(await slider.inputValue(), '50');
      await visit.look('restore-preview');
      const marks = page.getByRole('img', { name: t.damageMarks });
      assert.equal(await marks.count(), 0);
      await page.getByLabel(t.showDamage).check();
      const seen = await marks.evaluate((picture: HTMLImageElement) => {
        const { width, height } = picture.getBoundingClientRect();
        return {
          src: picture.src.slice(0, 23),
          shape: width / height,
          clip: getComputedStyle(picture).clipPath,
        };
      });
      const shape = await preview.evaluate((picture) => picture.clientWidth / picture.clientHeight);
      assert.equal(seen.src, 'data:image/webp;base64,');
      assert.ok(Math.abs(seen.shape - shape) < 0.02, 'the marks cover the photo');
      assert.equal(seen.clip, 'inset(0px 0% 0px 0px)', 'the whole photo with its damage is shown');
      await visit.look('restore-damage');
      await page.getByLabel(t.showDamage).uncheck();
      assert.equal(await slider.inputValue(), '50');

      const grey = await preview.getAttribute('src');
      await page.getByLabel(t.alsoColourise).check();
      await page.waitForFunction(
        ([alt, before]) => {
          const [picture] = [...document.images].filter((image) => image.alt === alt);
          return picture !== undefined && picture.src !== before;
        },
        [t.restorePreviewAlt, grey] as const,
      );
      await page.locator('.checkout').getByText(t.colourised, { exact: true }).waitFor();
      await visit.look('restore-colour');
      await visit.orderAndPay('paid');
      assert.deepEqual(
        orders.map(({ colour, enlarge }) => ({ colour, enlarge })),
        [{ colour: 1, enlarge: 0 }],
      );
      await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
      await page.locator('.choices').getByText(t.colourised, { exact: true }).waitFor();
      await page.getByRole('slider').waitFor();
      await visit.look('restore-done');
      const { file, name } = await download(visit);
      const { format, height } = await sharp(file).metadata();
      assert.deepEqual({ format, height }, { format: 'jpeg', height: 200 });
      assert.match(name, /^restored-photo-\d{4}-\d\d-\d\d\.jpg$/);

      await page.getByRole('link', { name: w.myOrders }).first().click();
      await page.getByText(t.colourised, { exact: true }).waitFor();
      // The browser reads the small copy of a picture from its own store after the row is shown.
      await page.locator('.order-row img[src^="blob:"]').waitFor();
      await page.locator('.order-row').click();
      await page.getByRole('link', { name: t.orderAgain }).click();
      await page.getByText(w.photoArrived).waitFor();
      assert.ok(await page.getByLabel(t.alsoColourise).isChecked(), 'the form has the choices of the order');
      await visit.close();
    });
  }

  it('and enlarges small photos only: the choice is withdrawn and disabled for a photo with too many pixels', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(good);
    const enlarge = page.getByLabel(en.alsoEnlarge);
    await enlarge.check();
    await visit.givePhoto(large);
    await page.getByText(en.tooLargeToEnlarge).waitFor();
    assert.deepEqual([await enlarge.isChecked(), await enlarge.isDisabled()], [false, true]);
    await page.getByText(en.restorePreviewComing).waitFor({ state: 'detached' });
    assert.ok(await page.getByRole('button', { name: w.order }).isEnabled());
    await visit.look('restore-too-large');
    await page.getByRole('button', { name: en.otherPhoto }).click();
    await visit.givePhoto(damaged);
    await page.getByText(en.alsoEnlargeNote).waitFor();
    await enlarge.check();
    await page.getByText(en.enlargedPreviewNote).waitFor();
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await page.getByRole('slider').waitFor();
    const { height } = await sharp((await download(visit)).file).metadata();
    assert.equal(height, 400);
    await visit.close();
  });

  it('of several photos with the same choices, and refuses to enlarge those with too many pixels', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = visit;
    await visit.chooseGood(good);
    await choosePhotos(page, [
      fileOf('aunt.jpg', damaged),
      fileOf('farm.jpg', large),
      fileOf('uncle.jpg', damaged),
    ]);
    await orderButton(page, /^Order 3 photos/).waitFor();
    await page.getByLabel(en.alsoEnlarge).check();
    await photoRow(page, 'farm.jpg').getByText('Order it without enlargement.').waitFor();
    await goodPhoto(page, 'uncle.jpg', en).waitFor();
    await visit.look('restore-series');
    await orderButton(page, /^Order 2 photos/).click();
    await payJointly(visit);
    await ordersOf(page).filter({ hasText: en.states.done }).nth(1).waitFor({ timeout: workTimeoutMs });
    await visit.look('restore-series-done');
    await visit.close();
  });
});
