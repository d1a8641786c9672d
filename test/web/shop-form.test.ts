/** The form keeps what a customer filled in: after a reload, in another language, and for the next order. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { expireUploads, putOnShelf } from './service-database.ts';
import { type Language, type ShopVisit, type Size, visitShop } from './shop-visit.ts';

const sizedIdPhoto = { en: /^ID photo/, zh: /^证件照/ } as const;
const smallTwoInch = 'input[value="small_two_inch"]';
const correction = 'input[name="correct"]';
const orderAgain = { en: 'Order again', zh: '再来一单' } as const;

describe('the form of the shop', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, IMAGE_PROCESSES: '1', ...cachedImages }),
      launchBrowser(),
      samplePhotos(),
    ]);
    putOnShelf(dataDir, 'mark_order_id_photo');
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  /** Fills in the form: a photo, the size small two inch, a red background, and the correction of the light. */
  async function fillIn(size: Size, language: Language): Promise<ShopVisit> {
    const visit = await visitShop(browser, service.url, size, language);
    const { page, w } = visit;
    await visit.chooseGood(sizedIdPhoto[language]);
    await visit.givePhoto(photos.portrait);
    await page.locator(smallTwoInch).check();
    await page.getByRole('radio', { name: w.red, exact: true }).check();
    await page.locator(correction).check();
    await page.getByText(w.photoArrived).waitFor();
    return visit;
  }

  async function assertFilledIn({ page, w }: ShopVisit): Promise<void> {
    await page.getByText(w.photoArrived).waitFor();
    assert.ok(await page.locator(smallTwoInch).isChecked(), 'the size');
    assert.ok(await page.getByRole('radio', { name: w.red, exact: true }).isChecked(), 'the colour');
    assert.ok(await page.locator(correction).isChecked(), 'the correction');
    // The page shows two pictures: the photo and its preview.
    await page.locator('.crop-pair img').nth(1).waitFor();
    // The button is enabled after the photo check, which runs once more when the correction changes.
    await page.getByRole('button', { name: w.order, disabled: false }).waitFor();
  }

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`keeps photo, size, colour and correction after a reload, on a ${size} in ${language}`, async () => {
      const visit = await fillIn(size, language);
      const uploads: string[] = [];
      visit.page.on(
        'request',
        (request) => request.url().endsWith('/ext_upload') && uploads.push(request.url()),
      );
      await visit.page.reload();
      await assertFilledIn(visit);
      assert.deepEqual(uploads, [], 'the photo is not uploaded again');
      await visit.look('form-after-reload');
      await visit.close();
    });

    it(`begins a new order with the photo and the choices of an earlier one when “Order again” is pressed, on a ${size} in ${language}`, async () => {
      const visit = await fillIn(size, language);
      const first = await visit.orderAndPay('paid');
      await visit.page.getByText(visit.w.ready).waitFor();
      await visit.page.getByRole('link', { name: orderAgain[language] }).click();
      await assertFilledIn(visit);
      const second = await visit.orderAndPay('paid');
      assert.notEqual(first, second);
      await visit.close();
    });
  }

  it('keeps the photo and all choices when the customer changes the language', async () => {
    const visit = await fillIn('desktop', 'en');
    await visit.page.getByRole('button', { name: '切换到中文' }).click();
    assert.ok(await visit.page.locator(smallTwoInch).isChecked());
    assert.ok(await visit.page.getByRole('radio', { name: '红色', exact: true }).isChecked());
    await visit.page.locator('.crop-pair img').nth(1).waitFor();
    await visit.close();
  });

  it('does not show a removed photo after a reload, but keeps the choices', async () => {
    const visit = await fillIn('desktop', 'en');
    await visit.page.getByRole('button', { name: 'Choose another photo' }).click();
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    assert.ok(await visit.page.locator(smallTwoInch).isChecked());
    await visit.close();
  });

  it('asks for the photo again after the service has deleted the upload', async () => {
    const visit = await fillIn('desktop', 'en');
    expireUploads(dataDir);
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    assert.ok(await visit.page.getByRole('button', { name: 'Order and pay' }).isDisabled());
    await visit.context.close();
  });

  it('keeps the chosen number of months of a membership after a reload', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    await visit.chooseGood(visit.w.vip);
    await visit.page.getByRole('radio', { name: visit.w.threeMonths }).check();
    await visit.page.reload();
    await visit.page.getByRole('radio', { name: visit.w.threeMonths, checked: true }).waitFor();
    await visit.close();
  });
});
