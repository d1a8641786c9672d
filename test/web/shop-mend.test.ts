/** A customer mends the cut-out of an ID photo with the brush, and orders it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { lowEdge, type MendShop, paintOnPhoto, startMendShop } from './mend-visit.ts';

describe('mending the cut-out', { skip: skipWithoutChromium() }, () => {
  let shop: MendShop;
  before(async () => {
    shop = await startMendShop();
  });
  after(() => shop?.close());

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`applies painted strokes to the preview and to the order, on a ${size} in ${language}`, async () => {
      const visit = await shop.visitDialog(size, language);
      const { page, t, checks } = visit;
      await visit.look('mend');
      const preview = page.locator('.crop-sample img');
      const former = await preview.getAttribute('src');
      await paintOnPhoto(visit, ...lowEdge);
      await visit.look('mend-painted');
      const strokes = await checks.sent(/^remove \d+ (?:\d+,\d+ ?){2}$/);
      const numbers = strokes.match(/\d+/g)?.slice(1).map(Number) ?? [];
      for (const [index, wanted] of [7_000, 7_000, 7_200, 8_000].entries()) {
        assert.ok(Math.abs((numbers[index] ?? 0) - wanted) <= 40, strokes);
      }
      await visit.finish();
      assert.notEqual(await preview.getAttribute('src'), former, 'the preview shows what was removed');
      await page.getByText(t.mended).waitFor();
      await visit.look('mend-in-form');
      const [ordering] = await Promise.all([
        page.waitForRequest('**/mark_order_id_photo'),
        visit.orderAndPay('paid'),
      ]);
      assert.equal(ordering.postDataJSON().cut_strokes, strokes);
      await page.getByText(visit.w.ready).waitFor();
      await page.locator('.choices').getByText(t.mended).waitFor();
      await page.getByRole('link', { name: t.orderAgain }).click();
      await page.locator('.checkout').getByText(t.mended).waitFor();
      await page.getByText(visit.w.photoArrived).waitFor();
      assert.equal(checks.strokes.at(-1), strokes, 'the next order has the same photo and strokes');
      await visit.close();
    });
  }

  it('brings back, undoes, redoes and starts again', async () => {
    const visit = await shop.visitDialog('desktop', 'en');
    const { page, t, checks } = visit;
    const step = (name: string) => page.getByRole('button', { name, exact: true });
    await paintOnPhoto(visit, lowEdge[0]);
    await checks.sent(/^remove \d+ \d+,\d+$/);
    await page.getByRole('radio', { name: t.mendTools.keep }).check();
    await paintOnPhoto(visit, [0.2, 0.3], [0.23, 0.4]);
    const both = await checks.sent(/^remove [^;]+;keep \d+ \d+,\d+ \d+,\d+$/);
    await page.keyboard.press('Control+z');
    await page.getByText(t.mendGood).waitFor();
    await step(t.mendRedo).click();
    await step(t.mendStartAgain).click();
    await page.locator('.mend-steps [aria-disabled="true"]', { hasText: t.mendStartAgain }).waitFor();
    await step(t.mendUndo).click();
    await visit.finish();
    assert.equal(checks.strokes.at(-1), both, 'undone: the removal of all strokes');
    await visit.open();
    await step(t.mendStartAgain).click();
    await visit.finish();
    assert.equal(checks.strokes.at(-1), 'none');
    assert.equal(await page.getByText(t.mended).count(), 0);
    await visit.close();
  });

  it('keeps the strokes after a reload, for another size and colour, and drops them with the photo', async () => {
    const visit = await shop.visitDialog('desktop', 'en');
    const { page, t, checks } = visit;
    await paintOnPhoto(visit, ...lowEdge);
    await visit.finish();
    const strokes = checks.strokes.at(-1);
    await page.reload();
    await page.getByText(t.mended).waitFor();
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
    assert.equal(await page.getByRole('button', { name: t.mendTitle }).count(), 0);
    await page.locator('input[name="crop-only"]').uncheck();
    await page.getByText(t.mended).waitFor();
    await page.getByRole('button', { name: t.otherPhoto }).click();
    await visit.givePhoto(shop.photos.portrait);
    assert.equal(checks.strokes.at(-1), '', 'another photo');
    assert.equal(await page.getByText(t.mended).count(), 0);
    await visit.close();
  });

  for (const [size, language] of [
    ['phone', 'en'],
    ['desktop', 'zh'],
  ] as const) {
    it(`lets the customer mend a photo that was refused for its cut-out, on a ${size} in ${language}`, async () => {
      const visit = await shop.visit(size, language);
      const { page, w, t, checks } = visit;
      checks.change((answer, strokes) =>
        strokes === '' ? { ...answer, ok: false, reason: 'cut_out_failed' } : answer,
      );
      await page.getByTestId('photo-file').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from(shop.photos.portrait),
      });
      await page.getByRole('alert').getByText(t.mendYourself).waitFor();
      assert.ok(await page.getByRole('button', { name: w.order }).isDisabled());
      await visit.look('mend-refused');
      await page.reload();
      await visit.open();
      await paintOnPhoto(visit, ...lowEdge);
      await visit.finish();
      await page.getByRole('button', { name: w.order, disabled: false }).waitFor();
      await page.getByText(w.photoArrived).waitFor();
      await visit.close();
    });
  }

  it('orders a photo that was refused for its cut-out when the customer finds nothing to mend', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, t, w, checks } = visit;
    checks.change((answer, strokes) =>
      strokes === '' ? { ...answer, ok: false, reason: 'cut_out_failed' } : answer,
    );
    const buffer = Buffer.from(shop.photos.portrait);
    await page.getByTestId('photo-file').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await visit.open();
    await page.getByText(t.mendIfRight).waitFor();
    await visit.finish();
    await page.getByText(w.photoArrived).waitFor();
    assert.equal(checks.strokes.at(-1), 'none');
    assert.equal(await page.getByText(t.mended).count(), 0);
    await page.reload();
    await page.getByRole('button', { name: w.order, disabled: false }).waitFor();
    const [ordering] = await Promise.all([
      page.waitForRequest('**/mark_order_id_photo'),
      page.getByRole('button', { name: w.order }).click(),
    ]);
    assert.equal(ordering.postDataJSON().cut_strokes, 'none');
    await visit.close();
  });

  it('offers no mending for several photos', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, t } = visit;
    const file = (name: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(shop.photos.portrait),
    });
    await page.getByTestId('photo-file').setInputFiles([file('one.jpg'), file('two.jpg')]);
    await page.getByRole('button', { name: /2/, disabled: false }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: t.mendTitle }).count(), 0);
    await visit.close();
  });
});
