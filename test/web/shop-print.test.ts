/** The page of an order on paper. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { saveScreenshot, skipWithoutChromium } from '../support/browser.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ShopService, startShopService } from './shop-service.ts';

describe('the printed page of an order', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  it('has the picture and the order number, but no bars and no buttons', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.idPhoto);
    await visit.givePhoto((await samplePhotos()).portrait);
    const orderNo = await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor();
    const picture = page.locator('.result img').last();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await page.emulateMedia({ media: 'print' });
    assert.ok(await picture.isVisible());
    assert.ok(await page.getByText(orderNo).first().isVisible());
    const others = await page.evaluate(() =>
      [...document.querySelectorAll('button, .button, input, header, footer, nav, .banner, .way-back')]
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.tagName} ${one.className} ${one.textContent}`),
    );
    await saveScreenshot(page, 'shop-print-order', { fullPage: true });
    assert.deepEqual(others, []);
    await visit.close();
  });
});
