/** A customer downloads what the shop stores about them, under “My orders”, in a browser on the real service. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { closeAfterTrouble, showUnpaidOrder, visitShop } from './shop-visit.ts';

const texts = { en, zh };

describe('the download of my data', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startServiceProcess({ DATA_DIR: dataDir }), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`saves a ZIP file with the orders on a ${size} in ${language}, and a fourth download within an hour is refused with a message`, async () => {
      const t = texts[language];
      const visit = await visitShop(browser, service.url, size, language);
      await showUnpaidOrder(visit);
      const { page } = visit;
      await page.getByRole('link', { name: t.myOrders }).first().click();
      const button = page.getByRole('button', { name: t.myDataDownload });
      await button.scrollIntoViewIfNeeded();
      await visit.look('my-data');
      for (let times = 0; times < 3; times++) {
        const saving = page.waitForEvent('download');
        await button.click();
        const saved = await saving;
        assert.equal(saved.suggestedFilename(), 'my-data.zip');
        const files = unzipSync(await readFile(await saved.path()));
        const { orders } = JSON.parse(strFromU8(files['my-data.json'] ?? new Uint8Array()));
        assert.equal(orders.length, 1);
        assert.equal(orders[0].status, 'wait_pay');
      }
      await button.click();
      await page.getByRole('alert').waitFor();
      await closeAfterTrouble(visit);
    });
  }
});
