/** A customer looks at the ID photo in a larger size before ordering it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type MendShop, startMendShop } from './mend-visit.ts';
import { closeAfterTrouble } from './shop-visit.ts';

describe('the large preview', { skip: skipWithoutChromium() }, () => {
  let shop: MendShop;
  before(async () => {
    shop = await startMendShop();
  });
  after(() => shop?.close());

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`shows the photo on the chosen background, and Escape returns to the form, on a ${size} in ${language}`, async () => {
      const { page, t, look, givePhoto, close } = await shop.visit(size, language);
      await givePhoto(shop.photos.portrait);
      const button = page.getByRole('button', { name: t.largePreview });
      for (const color of ['red', 'blue']) {
        await page.locator(`input[value="${color}"]`).check();
        const [request] = await Promise.all([
          page.waitForRequest(
            (sent) => sent.url().endsWith('check_photo') && 'large_preview' in sent.postDataJSON(),
          ),
          button.click(),
        ]);
        assert.equal(request.postDataJSON().color, color);
        const picture = page.getByRole('dialog').getByRole('img');
        await picture.waitFor();
        const heightPx = await picture.evaluate((img) => (img as HTMLImageElement).naturalHeight);
        assert.equal(heightPx, 320);
        if (color === 'red') await look('large-preview');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        assert.equal(await button.evaluate((element) => element === document.activeElement), true);
      }
      await close();
    });
  }

  it('says so if it cannot be made', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, t, checks, givePhoto } = visit;
    await givePhoto(shop.photos.portrait);
    await page.getByRole('button', { name: t.largePreview }).waitFor();
    checks.change(() => null);
    await page.getByRole('button', { name: t.largePreview }).click();
    await page.getByText(t.largePreviewFailed).waitFor();
    await closeAfterTrouble(visit);
  });
});
