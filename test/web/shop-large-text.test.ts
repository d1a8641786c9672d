/** The shop on a phone with text of twice the usual size. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { doubleText, textFaults } from './large-text.ts';
import { type Language, type ShopVisit, settled, showUnpaidOrder, visitShop } from './shop-visit.ts';

describe('the shop with text of twice the size', { skip: skipWithoutChromium() }, () => {
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

  for (const language of ['en', 'zh'] as const satisfies Language[]) {
    it(`cuts no text and lets no texts overlap in ${language}, and its order bar covers at most a fifth of the screen`, async () => {
      const visit = await visitShop(browser, service.url, 'phone', language);
      const { page, w } = visit;
      const faults: string[] = [];
      const examine = async ({ look }: ShopVisit, name: string) => {
        await doubleText(page);
        await settled(page);
        for (const fault of await textFaults(page)) faults.push(`${name}: ${fault}`);
        await look(`large-${name}`);
      };
      /** The share of the screen that the bar covers while the customer is at the beginning of the form. */
      const barShare = () =>
        page.evaluate(() => {
          scrollTo(0, 0);
          const { top, bottom } = document.querySelector('.pay-bar')?.getBoundingClientRect() ?? {
            top: 0,
            bottom: 0,
          };
          return Math.max(0, Math.min(bottom, innerHeight) - top) / innerHeight;
        });
      await page.getByRole('link', { name: w.colourise }).first().waitFor();
      await examine(visit, 'home');
      await visit.chooseGood(w.idPhoto);
      await page.getByRole('button', { name: w.order }).waitFor();
      await examine(visit, 'id-photo');
      assert.ok((await barShare()) <= 0.2, `the bar covers ${await barShare()}`);
      await page.goto('/');
      await visit.chooseGood(w.vip);
      await page.getByRole('button', { name: w.order }).waitFor();
      await examine(visit, 'membership');
      await showUnpaidOrder(visit);
      await examine(visit, 'unpaid');
      await page.getByRole('button', { name: w.cancel }).click();
      await examine(visit, 'cancel-asked');
      await page.keyboard.press('Escape');
      await page.goto('/?orders');
      await page.locator('.order-row').first().waitFor();
      await examine(visit, 'my-orders');
      assert.deepEqual(faults, []);
      await visit.close();
    });
  }
});
