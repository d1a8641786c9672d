/** The sums that the page Numbers of the console computes, and the page in a browser on the real service. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { linesOf, otherCurrencies, percent, totalsOf } from '../../web/console/pages/numbers/number-sums.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';
import { numbers } from './made-up-numbers.ts';

describe('the sums of a period', () => {
  const { days } = numbers('2026-11-01', '2026-11-02').now;

  it('contain each payment exactly once, whether grouped by product, by provider or by channel', () => {
    const total = totalsOf(days, 'CNY');
    assert.equal(total.revenue, 2 * 990 * (1 + 2 + 3 + 2 + 3 + 4));
    assert.deepEqual([total.placed, total.paid, total.failed, total.refunded], [41, 31, 2, 2]);
    assert.deepEqual([total.refundAmount, total.settledAmount], [2 * 990, 2 * 490]);
    for (const dimension of ['good', 'provider', 'channel'] as const) {
      const lines = linesOf(days, dimension, 'CNY');
      assert.equal(lines.length, dimension === 'good' ? 2 : 3);
      assert.equal(
        lines.reduce((sum, { revenue }) => sum + revenue, 0),
        total.revenue,
      );
      assert.equal(
        lines.reduce((sum, { settledAmount }) => sum + settledAmount, 0),
        total.settledAmount,
      );
      assert.ok(lines.every(({ revenue }, index) => revenue <= (lines[index - 1]?.revenue ?? revenue)));
    }
  });

  it('have no number of placed orders and no rate if unpaid orders of a day may have been deleted', () => {
    const partly = days.map((day, index) => ({ ...day, unpaid_deleted: index === 0 }));
    const { placed, paid } = totalsOf(partly, 'CNY');
    assert.deepEqual([placed, paid, percent(paid, placed)], [null, 31, null]);
    assert.equal(totalsOf(partly.slice(1), 'CNY').placed, 21);
  });

  it('leave out amounts of other currencies, which the page names', () => {
    assert.equal(totalsOf(days, 'EUR').revenue, 0);
    assert.deepEqual(linesOf(days, 'good', 'EUR'), []);
    assert.deepEqual(otherCurrencies(days, 'EUR'), ['CNY']);
    assert.deepEqual(otherCurrencies(days, 'CNY'), []);
  });

  it('have no percentage if there is no order', () => {
    assert.equal(percent(0, 0), null);
    assert.equal(percent(1, 4), 25);
  });
});

describe('the page Numbers', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
  });
  after(() => shop?.close());

  it('shows revenue and the share of paid orders, exports the figures, and opens the orders of a day', async () => {
    await shop.membershipOrder(true);
    await shop.membershipOrder(false);
    const visit = await shop.visitAs(owner, '/numbers');
    const { page } = visit;
    await page.getByText('1 of 2 orders paid · no data before').waitFor();
    await page.getByText('¥0.00 refunded · ¥0.00 before').waitFor();
    const revenue = page.getByRole('group', { name: 'Revenue' });
    await revenue.getByRole('row', { name: /Membership 1 ¥19\.90 new/ }).waitFor();
    await page.getByRole('radiogroup', { name: 'By' }).getByText('Channel').click();
    await revenue.getByRole('row', { name: /Sandbox/ }).waitFor();
    await visit.check('numbers');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    assert.equal(csv.trimEnd().split('\r\n').length, 2);
    await page.getByRole('group', { name: 'By day' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    const links = page.getByRole('row').locator('a.number');
    await links.nth(1).waitFor();
    assert.equal(await links.count(), 2);
    await visit.close(refusedCalls);
  });

  it('names refunds whose reason an erasure removed', async () => {
    const visit = await shop.visitAs(owner, '/');
    const { page } = visit;
    await page.route('**/numbers?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const json = numbers(searchParams.get('from') ?? '', searchParams.get('to') ?? '');
      await (route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ json }));
    });
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('row', { name: 'Removed by an erasure 1' }).waitFor();
    await visit.close(refusedCalls);
  });
});
