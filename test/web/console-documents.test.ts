/** An operator chooses which documents are sold, and adds and changes rules with a preview, on the real service. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';

describe('documents in the console', { skip: skipWithoutChromium() }, () => {
  let console: ConsoleService;
  before(async () => {
    console = await startConsoleService({ IMAGE_PROCESSES: '1' });
  });
  after(() => console?.close());

  for (const [size, locale, texts, id] of [
    ['desktop', 'en-GB', en, 'cn_club_card'],
    ['phone', 'zh-CN', zh, 'cn_school_card'],
  ] as const) {
    it(`can be taken off sale and put on sale; a new one can be previewed and added, on a ${size} in ${locale}`, async () => {
      const t = texts.documents;
      const visit = await console.visitAs(owner, '/documents', { size, locale });
      const { page } = visit;
      await page.getByRole('heading', { name: texts.layout.pages.documents, level: 1 }).waitFor();
      await page.getByRole('searchbox', { name: t.search }).fill(locale === 'en-GB' ? 'France' : '法国');
      await page.getByText(locale === 'en-GB' ? 'France · fr_identity' : '法国 · fr_identity').waitFor();
      const sold = page.getByRole('switch');
      assert.ok(await sold.isChecked());
      const name = locale === 'en-GB' ? 'Passport and identity card' : '法国护照与身份证';
      await sold.click({ force: true });
      await page.getByText(t.nowNotOnSale(name)).waitFor();
      await page.getByRole('switch', { checked: false }).click({ force: true });
      await page.getByText(t.nowOnSale(name)).waitFor();

      await page.getByRole('button', { name: t.add }).click();
      const dialog = page.getByRole('dialog');
      const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
      await fill(t.id, id);
      await fill(t.country, 'cn');
      await fill(t.nameEn, 'Club card');
      await fill(t.nameZh, '会员卡');
      await fill(t.widthMm, '30');
      await fill(t.heightMm, '40');
      await fill(t.widthPx, '999');
      await fill(t.heightPx, '472');
      await fill(t.sentenceEn, '30 × 40 mm on white.');
      await fill(t.sentenceZh, '30×40 毫米，白底。');
      await fill(t.sourceTitle, 'Club');
      await dialog.getByLabel(t.head, { exact: true }).selectOption('mm');
      await dialog.getByLabel(t.min, { exact: true }).fill('22');
      await dialog.getByLabel(t.max, { exact: true }).fill('28');
      await dialog.getByRole('button', { name: texts.common.save }).click();
      await dialog.getByText(t.faults.millimetres(t.widthPx), { exact: true }).waitFor();
      assert.equal(await dialog.getByLabel(t.widthPx, { exact: true }).getAttribute('aria-invalid'), 'true');
      await fill(t.widthPx, '354');
      await dialog.getByRole('button', { name: t.preview }).click();
      const sample = dialog.getByRole('img', { name: t.previewAlt });
      await sample.waitFor();
      await page.waitForFunction(
        (image) => {
          const { top, bottom } = image.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        },
        await sample.elementHandle(),
      );
      await dialog.locator('.rule-sample .rule-lines line').first().waitFor({ state: 'attached' });
      await visit.check(`document-preview-${locale}`);
      await dialog.getByRole('button', { name: texts.common.save }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('searchbox', { name: t.search }).fill(id);
      await page.getByText(t.origin.own).first().waitFor();
      await visit.check(`document-added-${locale}`);
      await visit.close();
    });
  }
});
