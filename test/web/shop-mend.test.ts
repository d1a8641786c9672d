/** A customer mends the cut-out of an ID photo with the brush, and orders it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { doubleText, textFaults } from './large-text.ts';
import {
  openMending,
  paint,
  placeOnStage,
  stageOf,
  touch,
  type WatchedChecks,
  watchChecks,
} from './mend-visit.ts';
import { putOnShelf } from './service-database.ts';
import {
  closeAfterTrouble,
  type Language,
  type ShopVisit,
  type Size,
  settled,
  visitShop,
} from './shop-visit.ts';

const texts = { en, zh };
const sizedIdPhoto = { en: /^ID photo/, zh: /^证件照/ } as const;
/** The size of `samplePhotos().portrait`. */
const photoSize = { width: 391, height: 500 };

describe('mending the cut-out', { skip: skipWithoutChromium() }, () => {
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

  interface MendVisit extends ShopVisit {
    readonly t: (typeof texts)[Language];
    readonly checks: WatchedChecks;
  }

  /** Fills in the form of the one-inch photo. */
  async function visitForm(size: Size, language: Language): Promise<MendVisit> {
    const visit = await visitShop(browser, service.url, size, language);
    const checks = await watchChecks(visit.page);
    await visit.chooseGood(visit.w.idPhoto);
    return { ...visit, t: texts[language], checks };
  }

  async function openWithPhoto(size: Size, language: Language): Promise<MendVisit> {
    const visit = await visitForm(size, language);
    await visit.givePhoto(photos.portrait);
    await openMending(visit, visit.t.mendTitle);
    return visit;
  }

  /** Waits until the service has applied the strokes, and takes them into the form. */
  async function finish({ page, t }: MendVisit): Promise<void> {
    await page.getByText(t.mendGood).waitFor();
    await page.getByRole('button', { name: t.mendDone }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`applies painted strokes to the preview and to the order, on a ${size} in ${language}`, async () => {
      const visit = await openWithPhoto(size, language);
      const { page, t, checks } = visit;
      await visit.look('mend');
      const preview = page.locator('.crop-sample img');
      const former = await preview.getAttribute('src');
      const [start, end] = [
        { x: 0.5, y: 0.3 },
        { x: 0.5, y: 0.5 },
      ];
      const places = [
        await placeOnStage(page, checks.crop(), photoSize, start),
        await placeOnStage(page, checks.crop(), photoSize, end),
      ];
      await paint(page, ...places);
      await visit.look('mend-painted');
      const strokes = await checks.sent(/^remove \d+ (?:\d+,\d+ ?){2}$/);
      const numbers = strokes.match(/\d+/g)?.slice(1).map(Number) ?? [];
      for (const [index, wanted] of [5_000, 3_000, 5_000, 5_000].entries()) {
        assert.ok(Math.abs((numbers[index] ?? 0) - wanted) <= 40, strokes);
      }
      await finish(visit);
      assert.notEqual(await preview.getAttribute('src'), former, 'the preview shows what was removed');
      await page.getByText(t.mended).waitFor();
      await visit.look('mend-in-form');
      const [ordering] = await Promise.all([
        page.waitForRequest('**/mark_order_yiCunZhao'),
        visit.orderAndPay('paid'),
      ]);
      assert.equal(ordering.postDataJSON().cut_strokes, strokes);
      await page.getByText(visit.w.ready).waitFor();
      await page.getByText(t.mended).waitFor();
      await visit.close();
    });
  }

  it('brings back, undoes, redoes and starts again', async () => {
    const visit = await openWithPhoto('desktop', 'en');
    const { page, t, checks } = visit;
    const step = (name: string) => page.getByRole('button', { name, exact: true });
    await paint(page, [0.5, 0.5]);
    await checks.sent(/^remove \d+ \d+,\d+$/);
    await page.getByRole('radio', { name: t.mendTools.keep }).check();
    await paint(page, [0.4, 0.4], [0.6, 0.4]);
    const both = await checks.sent(/^remove [^;]+;keep \d+ \d+,\d+ \d+,\d+$/);
    await page.keyboard.press('Control+z');
    await page.getByText(t.mendGood).waitFor();
    await step(t.mendRedo).click();
    await step(t.mendStartAgain).click();
    await page.locator('.mend-steps [aria-disabled="true"]', { hasText: t.mendStartAgain }).waitFor();
    await step(t.mendUndo).click();
    await finish(visit);
    assert.equal(checks.strokes.at(-1), both, 'undone: the removal of all strokes');
    await openMending(visit, t.mendTitle);
    await step(t.mendStartAgain).click();
    await finish(visit);
    assert.equal(checks.strokes.at(-1), '');
    assert.equal(await page.getByText(t.mended).count(), 0);
    await visit.close();
  });

  it('keeps the strokes after a reload, for another size and colour, and drops them with the photo', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    const checks = await watchChecks(page);
    const mending: MendVisit = { ...visit, t: en, checks };
    await visit.chooseGood(sizedIdPhoto.en);
    await page.locator('input[value="two_inch"]').check();
    await visit.givePhoto(photos.portrait);
    await openMending(visit, en.mendTitle);
    await paint(page, [0.5, 0.5], [0.5, 0.6]);
    await finish(mending);
    const strokes = checks.strokes.at(-1);
    await page.reload();
    await page.getByText(en.mended).waitFor();
    await page.getByText(visit.w.photoArrived).waitFor();
    assert.equal(checks.strokes.at(-1), strokes, 'after the reload');
    await page.getByRole('radio', { name: visit.w.red, exact: true }).check();
    const rechecked = page.waitForResponse('**/check_photo');
    await page.locator('input[value="small_two_inch"]').check();
    await rechecked;
    await page.getByText(visit.w.photoArrived).waitFor();
    assert.equal(checks.strokes.at(-1), strokes, 'for another size');
    const cropped = page.waitForRequest('**/check_photo');
    await page.locator('input[name="crop-only"]').check();
    assert.equal((await cropped).postDataJSON().cut_strokes, undefined, 'the background stays');
    assert.equal(await page.getByRole('button', { name: en.mendTitle }).count(), 0);
    await page.locator('input[name="crop-only"]').uncheck();
    await page.getByText(en.mended).waitFor();
    await page.getByRole('button', { name: en.otherPhoto }).click();
    await visit.givePhoto(photos.portrait);
    assert.equal(checks.strokes.at(-1), '', 'another photo');
    assert.equal(await page.getByText(en.mended).count(), 0);
    await visit.close();
  });

  for (const [size, language] of [
    ['phone', 'en'],
    ['desktop', 'zh'],
  ] as const) {
    it(`lets the customer mend a photo that was refused for its cut-out, on a ${size} in ${language}`, async () => {
      const visit = await visitForm(size, language);
      const { page, w, t, checks } = visit;
      checks.change((answer, strokes) =>
        strokes === '' ? { ...answer, ok: false, reason: 'cut_out_failed' } : answer,
      );
      await page.getByTestId('photo-file').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from(photos.portrait),
      });
      await page.getByRole('alert').getByText(t.mendYourself).waitFor();
      assert.ok(await page.getByRole('button', { name: w.order }).isDisabled());
      await visit.look('mend-refused');
      await page.reload();
      await openMending(visit, t.mendTitle);
      await paint(page, [0.5, 0.7]);
      await finish(visit);
      await page.getByRole('button', { name: w.order, disabled: false }).waitFor();
      await page.getByText(w.photoArrived).waitFor();
      await visit.close();
    });
  }

  it('paints by keyboard, asks before it discards strokes, and returns the focus to the button', async () => {
    const visit = await openWithPhoto('desktop', 'en');
    const { page, t, checks } = visit;
    await stageOf(page).focus();
    await page.keyboard.press('Space');
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    const strokes = await checks.sent(/^remove \d+ (?:\d+,\d+ ?){2}$/);
    const [, startX = 0, startY = 0, endX = 0, endY = 0] = strokes.match(/\d+/g)?.map(Number) ?? [];
    assert.ok(endX > startX + 500 && endY === startY, strokes);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: t.mendDiscardTitle });
    await question.waitFor();
    await visit.look('mend-discard');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await stageOf(page).waitFor();
    await page.getByRole('button', { name: t.mendCancel }).click();
    await page.getByRole('button', { name: t.mendDiscard, exact: true }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator(':focus').textContent(), t.mendTitle);
    assert.equal(await page.getByText(t.mended).count(), 0);
    await page.keyboard.press('Enter');
    await stageOf(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.close();
  });

  it('keeps the strokes when a check fails, and checks them again', async () => {
    const visit = await openWithPhoto('phone', 'en');
    const { page, t, checks } = visit;
    checks.change(() => null);
    await paint(page, [0.5, 0.5], [0.6, 0.5]);
    await page.getByText(t.mendFailed).waitFor();
    await visit.look('mend-failed');
    checks.change((answer) => answer);
    await page.getByRole('button', { name: t.again }).click();
    await finish(visit);
    await page.getByText(t.mended).waitFor();
    await closeAfterTrouble(visit);
  });

  it('paints with one finger, and moves and zooms with two', async () => {
    const visit = await openWithPhoto('phone', 'en');
    const { page, t, checks } = visit;
    await touch(page, [
      [
        [0.3, 0.5],
        [0.4, 0.5],
        [0.6, 0.5],
      ],
    ]);
    const wide = await checks.sent(/^remove \d+ (?:\d+,\d+ ?){2}$/);
    await touch(page, [
      [
        [0.4, 0.5],
        [0.3, 0.5],
        [0.2, 0.5],
      ],
      [
        [0.6, 0.5],
        [0.7, 0.5],
        [0.8, 0.5],
      ],
    ]);
    await page.getByText(t.mendZoomed('3')).waitFor();
    await touch(page, [
      [
        [0.3, 0.5],
        [0.4, 0.5],
        [0.6, 0.5],
      ],
    ]);
    const both = await checks.sent(/^remove [^;]+;remove \d+ (?:\d+,\d+ ?){2}$/);
    const [narrowRadius = 0, left = 0, , right = 0] = both.split(';')[1]?.match(/\d+/g)?.map(Number) ?? [];
    const [wideRadius = 0, wideLeft = 0, , wideRight = 0] = wide.match(/\d+/g)?.map(Number) ?? [];
    assert.ok(Math.abs(wideRadius / narrowRadius - 3) < 0.1, 'the brush is finer when zoomed in');
    assert.ok(Math.abs((wideRight - wideLeft) / (right - left) - 3) < 0.1, `${wide} and ${both}`);
    await finish(visit);
    await visit.close();
  });

  for (const language of ['en', 'zh'] as const) {
    it(`cuts no text of twice the size on a phone, in ${language}`, async () => {
      const visit = await openWithPhoto('phone', language);
      const { page, t } = visit;
      await doubleText(page);
      await settled(page);
      assert.deepEqual(await textFaults(page), []);
      await page.getByRole('button', { name: t.mendDone }).scrollIntoViewIfNeeded();
      await visit.look('mend-large');
      const { height = 0 } = (await stageOf(page).boundingBox()) ?? {};
      assert.ok(height >= 844 * 0.44, `the stage is ${height} px high`);
      await visit.close();
    });
  }

  it('offers no mending for several photos', async () => {
    const visit = await visitForm('desktop', 'en');
    const { page, t } = visit;
    const file = (name: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(photos.portrait),
    });
    await page.getByTestId('photo-file').setInputFiles([file('one.jpg'), file('two.jpg')]);
    await page.getByRole('button', { name: /2/, disabled: false }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: t.mendTitle }).count(), 0);
    await visit.close();
  });
});
