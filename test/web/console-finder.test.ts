/** The search over orders, customers and pages; selected orders; keys in lists. In a browser on the real service. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { maskOrderNos } from '../../src/usecases/mask-numbers.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';

describe('an operator', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
  });
  after(() => shop?.close());

  for (const [size, locale, title, field] of [
    ['desktop', 'en-GB', 'Search', 'Order, payment, refund or customer'],
    ['phone', 'zh-CN', '搜索', '订单、付款、退款或客户'],
  ] as const) {
    it(`opens an order by its last four characters from every page, on a ${size} in ${locale}`, async () => {
      const orderNo = await shop.membershipOrder(true);
      const visit = await shop.visitAs(owner, '/health', { size, locale });
      const { page } = visit;
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (size === 'desktop') await page.keyboard.press('Control+k');
      else await page.getByRole('button', { name: title }).click();
      const combobox = page.getByRole('combobox', { name: field });
      await combobox.fill(orderNo.slice(-4));
      await page.getByRole('option').getByText(maskOrderNos(orderNo)).waitFor();
      await page.getByRole('option').getByText('¥19.90').waitFor();
      await visit.check(`finder-${locale}`);
      await combobox.press('Enter');
      await page.waitForURL(`**/admin/orders/${shop.orderId(orderNo)}`);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await visit.close();
    });
  }

  it('finds a page of the console by its name, and selects a search result with the arrow keys', async () => {
    const visit = await shop.visitAs(owner, '/');
    const { page } = visit;
    await page.getByRole('button', { name: 'Search' }).click();
    const combobox = page.getByRole('combobox');
    await combobox.fill('re');
    await page.getByRole('option', { name: 'Refunds' }).waitFor();
    await combobox.press('ArrowDown');
    await page.locator('[aria-selected=true]').getByText('Reconciliation').waitFor();
    await combobox.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
    await visit.close();
  });

  it('refunds and exports several selected orders, and orders that are not paid are not refunded', async () => {
    const numbers = [await shop.membershipOrder(true), await shop.membershipOrder(true)];
    const unpaid = await shop.membershipOrder(false);
    const visit = await shop.visitAs(owner, '/orders');
    const { page } = visit;
    for (const number of [...numbers, unpaid]) {
      await page.getByRole('checkbox', { name: `Select ${maskOrderNos(number)}` }).check();
    }
    const bar = page.getByRole('region', { name: '3 orders selected' });
    await bar.waitFor();
    await visit.check('orders-selected');
    const download = page.waitForEvent('download');
    await bar.getByRole('link', { name: 'Export' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    assert.equal(csv.trimEnd().split('\r\n').length, 4);
    assert.ok(!numbers.some((number) => csv.includes(number)));

    await bar.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Refund 2 orders, ¥39.80 in total?').waitFor();
    await dialog.getByLabel('Reason').fill('the shop was closed');
    await visit.check('orders-refund-dialog');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Done for all 2.').waitFor();
    for (const number of numbers) {
      await page
        .getByRole('row')
        .filter({ hasText: maskOrderNos(number) })
        .getByText('Refunded')
        .waitFor();
    }
    assert.equal(await bar.count(), 0);
    await visit.close(refusedCalls);
  });

  it('moves through a list with the arrow keys or J and K, and opens an order with Enter', async () => {
    for (let made = 0; made < 2; made += 1) await shop.membershipOrder(false);
    const visit = await shop.visitAs(owner, '/orders');
    const { page } = visit;
    const links = page.getByRole('row').locator('a.number');
    await links.nth(2).waitFor();
    await links.first().focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    assert.equal(await focused(), await links.nth(2).getAttribute('href'));
    await page.keyboard.press('k');
    assert.equal(await focused(), await links.nth(1).getAttribute('href'));
    const address = await links.nth(1).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
    await visit.close();
  });
});
