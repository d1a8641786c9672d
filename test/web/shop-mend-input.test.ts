/** The dialog that mends the cut-out: keyboard, fingers, large text, and a service that does not respond. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { doubleText, textFaults } from './large-text.ts';
import { lowEdge, type MendShop, paintOnPhoto, stageOf, startMendShop, touch } from './mend-visit.ts';
import { closeAfterTrouble, settled } from './shop-visit.ts';

/** A line across the stage. */
const across = [
  [0.3, 0.5],
  [0.4, 0.5],
  [0.6, 0.5],
] as const;

describe('the dialog that mends the cut-out', { skip: skipWithoutChromium() }, () => {
  let shop: MendShop;
  before(async () => {
    shop = await startMendShop();
  });
  after(() => shop?.close());

  it('paints by keyboard, asks before it discards strokes, and returns the focus to the button', async () => {
    const visit = await shop.visitDialog('desktop', 'en');
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
    const visit = await shop.visitDialog('phone', 'en');
    const { page, t, checks } = visit;
    checks.change(() => null);
    await paintOnPhoto(visit, ...lowEdge);
    await page.getByText(t.mendFailed).waitFor();
    await visit.look('mend-failed');
    checks.change((answer) => answer);
    await page.getByRole('button', { name: t.again }).click();
    await visit.finish();
    await page.getByText(t.mended).waitFor();
    await closeAfterTrouble(visit);
  });

  it('paints with one finger, and moves and zooms with two', async () => {
    const visit = await shop.visitDialog('phone', 'en');
    const { page, t, checks } = visit;
    await touch(page, [across]);
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
    await touch(page, [across]);
    const both = await checks.sent(/^remove [^;]+;remove \d+ (?:\d+,\d+ ?){2}$/);
    const [narrowRadius = 0, left = 0, , right = 0] = both.split(';')[1]?.match(/\d+/g)?.map(Number) ?? [];
    const [wideRadius = 0, wideLeft = 0, , wideRight = 0] = wide.match(/\d+/g)?.map(Number) ?? [];
    assert.ok(Math.abs(wideRadius / narrowRadius - 3) < 0.1, 'the brush is finer when zoomed in');
    assert.ok(Math.abs((wideRight - wideLeft) / (right - left) - 3) < 0.1, `${wide} and ${both}`);
    await visit.close();
  });

  for (const language of ['en', 'zh'] as const) {
    it(`cuts no text of twice the size on a phone, in ${language}`, async () => {
      const visit = await shop.visitDialog('phone', language);
      const { page, t } = visit;
      await doubleText(page);
      await settled(page);
      assert.deepEqual(await textFaults(page), []);
      await page.getByRole('button', { name: t.mendDone }).scrollIntoViewIfNeeded();
      await visit.look('mend-large');
      const { height = 0 } = (await stageOf(page).boundingBox()) ?? {};
      assert.ok(height >= 844 * 0.39, `the stage is ${height} px high`);
      await visit.close();
    });
  }
});
