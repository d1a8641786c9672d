/** “My orders” in a browser on the real service. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { showUnpaidOrder, visitShop } from './shop-visit.ts';

describe('the list of my orders', { skip: skipWithoutChromium() }, () => {
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

  it('shows what has become of an order in another tab when the customer returns to it', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    await showUnpaidOrder(visit);
    const list = await visit.page.context().newPage();
    await list.goto(`${service.url}/`);
    await list.getByRole('link', { name: en.myOrders }).first().click();
    await list.getByText(en.states.waitPay).waitFor();
    await visit.page.getByRole('button', { name: visit.w.cancel }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: visit.w.cancelConfirm }).click();
    await visit.page.getByText(visit.w.cancelled).waitFor();
    // A browser without windows keeps every tab visible, so the return is only reported.
    await list.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await list.getByText(en.states.cancelled).waitFor();
    assert.equal(await list.getByText(en.states.waitPay).count(), 0);
    await list.close();
    await visit.close();
  });
});
