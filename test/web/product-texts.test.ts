/** An owner writes a product's texts in both languages and uploads a picture; customers see them in their language. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en as consoleEn } from '../../web/console/texts/en.ts';
import { zh as consoleZh } from '../../web/console/texts/zh.ts';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';
import { visitShop } from './shop-visit.ts';

const texts = {
  en: { title: 'Twelve months of colour', summary: 'Every photo, all year', description: 'One.\nTwo.' },
  zh: { title: '全年会员', summary: '一年不限张数', description: '第一行\n第二行' },
};

describe('the texts and the picture of a product', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService(cachedImages);
  });
  after(() => shop?.close());

  it('can be edited in the console, which shows them in the language of the operator, and the product’s card as customers will see it', async () => {
    const visit = await shop.visitAs(owner, '/goods');
    const { page } = visit;
    const t = consoleEn.goods;
    await page
      .getByRole('row', { name: /made first/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    const dialog = page.getByRole('dialog');
    for (const language of ['en', 'zh'] as const) {
      await dialog.getByText(t.textsOf[language], { exact: true }).click();
      const { title, summary, description } = texts[language];
      await dialog.getByLabel(t.title, { exact: true }).fill(title);
      await dialog.getByLabel(t.summary, { exact: true }).fill(summary);
      await dialog.getByLabel(t.description, { exact: true }).fill(description);
      await dialog.getByRole('region', { name: t.preview }).getByText(title).waitFor();
    }
    const { portrait } = await samplePhotos();
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(portrait) };
    await dialog.getByLabel(t.pictureFile).setInputFiles(file);
    const picture = dialog.getByRole('region', { name: t.preview }).locator('img[src$=".webp"]');
    await picture.waitFor();
    await picture.scrollIntoViewIfNeeded();
    await visit.check('product-preview');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: new RegExp(texts.en.title) })
      .getByText(texts.en.summary)
      .waitFor();
    await visit.close();
  });

  it('can be edited on a phone in Chinese', async () => {
    const visit = await shop.visitAs(owner, '/goods', { size: 'phone', locale: 'zh-CN' });
    const { page } = visit;
    const t = consoleZh.goods;
    await page
      .getByRole('row', { name: new RegExp(texts.zh.title) })
      .getByRole('button', { name: consoleZh.common.edit })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t.textsOf.zh, { exact: true }).click();
    assert.equal(await dialog.getByLabel(t.title, { exact: true }).inputValue(), texts.zh.title);
    await visit.check('product-texts-zh');
    await dialog.getByRole('region', { name: t.preview }).scrollIntoViewIfNeeded();
    await visit.check('product-preview-zh');
    await visit.close();
  });

  for (const [size, language, t] of [
    ['desktop', 'en', en],
    ['phone', 'zh', zh],
  ] as const) {
    it(`are shown to customers on a ${size} in ${language}, and in the other language after the customer changes the language`, async () => {
      const visit = await visitShop(shop.browser, shop.service.url, size, language);
      const { page } = visit;
      const { title, summary } = texts[language];
      const card = page.getByRole('link', { name: new RegExp(title) });
      await card.getByText(summary).waitFor();
      await card.locator('img[src$=".webp"]').waitFor();
      await visit.look('product-card');
      await card.click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByRole('heading', { name: t.aboutProduct }).waitFor();
      await visit.look('product-about');
      await page.getByRole('button', { name: t.otherLanguageLabel }).click();
      const other = texts[language === 'en' ? 'zh' : 'en'];
      await page.getByRole('heading', { level: 1, name: other.title }).waitFor();
      await page.getByText(other.description.split('\n')[1] ?? '').waitFor();
      await visit.close();
    });
  }
});
