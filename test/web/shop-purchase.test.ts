/** A customer buys each product, from the home view to the downloaded file, on desktop and phone, in both languages. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { putOnShelf } from './service-database.ts';
import { type ShopVisit, visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;

/** Presses a link or button that downloads a file. @returns the file and the name under which it is saved. */
async function download(page: Page, press: () => Promise<void>): Promise<{ file: Buffer; name: string }> {
  const started = page.waitForEvent('download');
  await press();
  const finished = await started;
  return { file: await readFile(await finished.path()), name: finished.suggestedFilename() };
}

const result = ({ page, w }: ShopVisit) =>
  download(page, () => page.getByRole('link', { name: w.download, exact: true }).click());

/** The preview before the order: its size in pixels and its background colour. */
async function previewOf({ page, w }: ShopVisit, color: string) {
  return page.getByRole('img', { name: w.preview(color) }).evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    const behind =
      picture.parentElement === null ? '' : getComputedStyle(picture.parentElement).backgroundColor;
    return { size: [picture.naturalWidth, picture.naturalHeight], behind };
  });
}

describe('the shop', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir }),
      launchBrowser(),
      samplePhotos(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  it('sells an ID photo with a red background, in Chinese on a phone', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await page.getByRole('link', { name: w.idPhoto }).waitFor();
    await visit.look('home');
    await visit.chooseGood(w.idPhoto);
    await visit.look('id-photo-empty');
    const checks: string[] = [];
    page.on('request', (request) => request.url().endsWith('/check_photo') && checks.push(request.url()));
    await visit.givePhoto(photos.portrait);
    assert.deepEqual(await previewOf(visit, '蓝底'), { size: [103, 144], behind: 'rgb(67, 142, 219)' });
    await page.getByRole('radio', { name: w.red }).check();
    assert.deepEqual(await previewOf(visit, '红底'), { size: [103, 144], behind: 'rgb(215, 69, 50)' });
    assert.equal(checks.length, 1, 'another colour needs no second check');
    await visit.look('id-photo-chosen');
    const lookUps: string[] = [];
    page.on('request', (request) => request.url().endsWith('/fetch_order') && lookUps.push(request.url()));
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await page.getByRole('img', { name: '您的成品' }).waitFor();
    assert.deepEqual(lookUps, [], 'the event stream reports every change');
    await visit.look('id-photo-done');
    const photo = await result(visit);
    const { width, height, format } = await sharp(photo.file).metadata();
    assert.deepEqual({ width, height, format }, { width: 295, height: 413, format: 'jpeg' });
    assert.equal(photo.name, 'id-photo-one-inch-red.jpg');

    await page.getByRole('button', { name: '6 寸' }).click();
    await page.getByRole('img', { name: '排版照，共 10 张' }).waitFor();
    await visit.look('id-photo-sheet');
    const sheet = await download(page, () => page.getByRole('link', { name: '下载排版照' }).click());
    const printed = await sharp(sheet.file).metadata();
    assert.deepEqual({ width: printed.width, height: printed.height }, { width: 1795, height: 1205 });
    assert.equal(sheet.name, 'id-photo-one-inch-red-sheet-10x15cm.jpg');

    assert.equal(await page.getByRole('button', { name: '红色' }).count(), 0, 'the bought background');
    const white = await download(page, () => page.getByRole('button', { name: '白色' }).click());
    assert.equal(white.name, 'id-photo-one-inch-white.jpg');

    await page.getByRole('link', { name: w.myOrders }).first().click();
    await page.getByText('一寸 · 295 × 413 px · 红底').waitFor();
    const picture = page.locator('.order-row img');
    assert.match(String(await picture.getAttribute('src')), /^\/files\/results\//, 'the finished picture');
    await visit.look('my-orders-id-photo');
    await visit.close();
  });

  it('sells an ID photo of another size if the operator offers every size', async () => {
    putOnShelf(dataDir, 'mark_order_id_photo');
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(/^ID photo/);
    await visit.givePhoto(photos.portrait);
    await page.getByText('Choose what the photo is for.').waitFor();
    assert.ok(
      await page.getByRole('button', { name: w.order }).isDisabled(),
      'no size is chosen for the customer',
    );
    await visit.look('sized-id-photo-without-size');
    await page.locator('input[value="two_inch"]').check();
    await page.locator('input[name="correct"]').check();
    assert.deepEqual((await previewOf(visit, 'blue')).size, [95, 144]);
    const answered = Promise.withResolvers<void>();
    await page.route('**/check_photo', (route) => answered.promise.then(() => route.continue()));
    await page.getByRole('searchbox').fill('签证 美国');
    const found = page.getByRole('radiogroup').getByRole('radio');
    const values = await found.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
    assert.deepEqual(values, ['document:us_visa', 'document:us_diversity_visa', 'custom']);
    await page.getByRole('searchbox').fill('小二寸');
    await page.locator('input[value="small_two_inch"]').check();
    await page.getByRole('figure').filter({ hasText: 'Example' }).waitFor();
    assert.equal(
      await page.getByRole('img', { name: w.preview('blue') }).count(),
      0,
      'the preview of the old size is gone',
    );
    answered.resolve();
    assert.deepEqual((await previewOf(visit, 'blue')).size, [112, 144]);
    // Remove the route, because with one the browser intercepts every request, also the navigation to the payment page.
    await page.unroute('**/check_photo');
    await visit.look('sized-id-photo-chosen');
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    const photo = await result(visit);
    const { width, height } = await sharp(photo.file).metadata();
    assert.deepEqual({ width, height }, { width: 413, height: 531 });
    assert.equal(photo.name, 'id-photo-small-two-inch-blue.jpg');
    await visit.close();
  });

  it('prints only the sheet of ID photos, on a page of exactly the size of the sheet', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.idPhoto);
    await visit.givePhoto(photos.portrait);
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await page.getByRole('button', { name: '9 × 13 cm' }).click();
    await page.getByText(/^\d photos on 9 × 13 cm/).waitFor();
    // A test cannot open the print dialog of the browser, but can make a PDF of the page that would be printed.
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)/g)];
    const mm = boxes.map(([, width, height]) =>
      [width, height].map((pt) => Math.round((Number(pt) / 72) * 25.4)),
    );
    assert.deepEqual(mm, [[89, 127]]);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.print), undefined);
    await visit.close();
  });

  it('sells a colourised photo in English on a desktop, and compares it with the original', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w, context } = visit;
    await page.getByRole('link', { name: w.colourise }).waitFor();
    await visit.look('home');
    await visit.chooseGood(w.colourise);
    await visit.look('colourise-empty');
    await visit.givePhoto(photos.old);
    const preview = page.getByRole('img', { name: 'Preview of your photo in colour' });
    await preview.waitFor();
    assert.match(String(await preview.getAttribute('src')), /^data:image\/webp;base64,/);
    await visit.look('colourise-chosen');
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await page.getByText(/it is kept until \d+ \w+ \d{4}\./).waitFor();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await slider.inputValue(), '51');
    await visit.look('colourise-done');
    await page.keyboard.press('Home');
    const clipOf = (text: string) =>
      page
        .locator('.compare-side', { hasText: text })
        .evaluate((label: HTMLElement) => getComputedStyle(label).clipPath);
    assert.deepEqual(
      [await clipOf('Before'), await clipOf('After')],
      ['inset(0px 100% 0px 0px)', 'inset(0px 0px 0px 0%)'],
      'a picture that is not shown has no label',
    );
    const photo = await result(visit);
    const { format, height } = await sharp(photo.file).metadata();
    assert.deepEqual({ format, height }, { format: 'jpeg', height: 200 });
    assert.match(photo.name, /^coloured-photo-\d{4}-\d\d-\d\d\.jpg$/);

    await page.close();
    const later = await context.newPage();
    await later.goto('/');
    await later.getByRole('link', { name: w.myOrders }).click();
    await later.getByRole('link', { name: w.colourise }).click();
    await later.getByText(w.ready).waitFor();
    await context.close();
    assert.deepEqual(visit.complaints, []);
  });

  it('sells a colourised photo even if its preview cannot be made, in Chinese on a phone', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await page.route('**/check_photo', (route) =>
      route.request().postDataJSON().preview === 1 ? route.abort() : route.continue(),
    );
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    await page.getByText('正在生成上色预览…').waitFor({ state: 'detached' });
    await visit.look('colourise-without-preview');
    await page.unroute('**/check_photo');
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await visit.context.close();
  });

  it('sells three months of membership in English on a phone, and then shows member prices', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    await page.getByRole('radio', { name: w.threeMonths }).check();
    await page.getByText('CN¥59.70').or(page.getByText('¥59.70')).first().waitFor();
    await visit.look('vip-form');
    await visit.orderAndPay('paid');
    await page.getByText(w.memberNow).waitFor({ timeout: workTimeoutMs });
    await page.getByText('You are a member').waitFor();
    await visit.look('vip-done');
    await page.getByRole('link', { name: w.myOrders }).first().click();
    await page.getByText('You are a member').waitFor();
    await visit.look('my-orders');
    await page.goto('/');
    await page.getByText('¥4.90').first().waitFor();
    await visit.look('home-member');
    await page.getByRole('link', { name: 'Extend' }).click();
    await page.getByText('How many months?').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Extend' }).count(), 0, 'no link to the same page');
    await visit.close();
  });

  it('sells a membership on a desktop to a customer who switches to Chinese', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    await visit.page.getByRole('button', { name: '切换到中文' }).click();
    await visit.chooseGood(/^会员/);
    await visit.look('vip-form-switched');
    await visit.page.getByRole('button', { name: '下单并付款' }).click();
    await visit.decide('paid');
    await visit.page.getByText(/会员已开通，谢谢/).waitFor({ timeout: workTimeoutMs });
    await visit.close();
  });
});
