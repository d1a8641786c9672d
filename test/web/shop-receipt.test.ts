/** The receipt that a customer prints after the payment. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { saveScreenshot, skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, startShopService } from './shop-service.ts';

describe('the receipt', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  for (const [size, language, t] of [
    ['desktop', 'en', en],
    ['phone', 'zh', zh],
  ] as const) {
    it(`is the only thing that is printed, with product, order number and price, on a ${size} in ${language}`, async () => {
      const visit = await shop.visit(size, language);
      const { page, w } = visit;
      await visit.chooseGood(w.vip);
      const orderNo = await visit.orderAndPay('paid');
      await page.getByText(w.memberNow).waitFor();
      await visit.look('receipt-button');
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await page.getByRole('button', { name: t.printReceipt }).click();
      await page.emulateMedia({ media: 'print' });
      const receipt = page.locator('.receipt');
      assert.ok(await receipt.isVisible());
      assert.ok(!(await page.locator('#root').isVisible()), 'nothing else is printed');
      const text = String(await receipt.textContent());
      for (const part of [t.receipt, orderNo, '19.90', t.months(1)]) assert.ok(text.includes(part), part);
      await saveScreenshot(page, `shop-receipt-${size}-${language}`);
      await visit.close();
    });
  }
});
