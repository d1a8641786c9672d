/** The selection of more orders in the console than a bulk action takes, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { consoleOfSuite } from './console-browser.ts';
import { order } from './made-up-orders.ts';

describe('the selection of orders', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  it('stops at the number of orders that an action takes, and says so', async () => {
    const visit = await openConsole('desktop');
    const { page } = visit;
    await stubApi(page, 'owner');
    const orders = Array.from({ length: 102 }, (_, index) => ({
      ...order,
      id: index + 1,
      order_no: `number ${index + 1}`,
    }));
    await page.route(/\/admin\/api\/orders(\?|$)/, (route) =>
      route.fulfill({ json: { orders, before: null } }),
    );
    await visit.open('/orders', 'Orders');
    const limit = page.getByText('An action takes at most 100 orders.');
    const choice = (number: number) =>
      page.getByRole('checkbox', { name: `Select number ${number}`, exact: true });
    await choice(102).check();
    assert.equal(await limit.count(), 0);
    await page.getByRole('checkbox', { name: 'Select all shown' }).click();
    await limit.waitFor();
    await page.getByText('100 orders selected').first().waitFor();
    assert.equal(await choice(102).isChecked(), true, 'what was selected before stays selected');
    assert.equal(await choice(99).isChecked(), true);
    assert.equal(await choice(100).isChecked(), false);
    await visit.check('selection-limit');
    await choice(1).uncheck();
    await page.getByText('99 orders selected').first().waitFor();
    assert.equal(await choice(100).isChecked(), false, 'no order is selected by itself');
    assert.equal(await limit.count(), 0);
    await visit.close();
  });
});
