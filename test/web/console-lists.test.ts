/** Lists and their conditions, as fast as hands are, with the keyboard, and beside another operator. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleShop, openConsoleShop, owner, refusedCalls } from './console-shop.ts';

describe('in the console', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleShop;
  let orderNo: string;
  before(async () => {
    shop = await openConsoleShop({ IMAGE_PROCESSES: '1' });
    orderNo = await shop.membershipOrder(false);
  });
  after(() => shop?.close());

  it('a link in a row leads where it leads, once, and the row to its order', async () => {
    const { page, context, close } = await shop.visitAs(owner, '/orders');
    const pathname = () => new URL(page.url()).pathname;
    const list = page.getByRole('group', { name: 'Orders' });
    await list.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Guest 1' }).waitFor();
    await page.goBack();
    await list.getByRole('link', { name: orderNo }).click();
    await page.getByRole('button', { name: 'Cancel order' }).waitFor();
    await page.goBack();
    await list.waitFor();
    assert.equal(pathname(), '/admin/orders');
    const opened = context.waitForEvent('page');
    await list.getByRole('link', { name: orderNo }).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    assert.equal(pathname(), '/admin/orders');
    await list.getByText('Waiting for payment').click();
    await page.getByRole('button', { name: 'Cancel order' }).waitFor();
    await close();
  });

  it('what is asked about a row stays while the list is read anew', async () => {
    const visit = await shop.visitAs(owner, '/operators');
    const { page, close } = visit;
    await page.getByRole('button', { name: 'What to do with admin' }).click();
    await page.getByRole('menuitem', { name: 'New password' }).click();
    const dialog = page.getByRole('dialog', { name: 'New password for admin?' });
    await dialog.waitFor();
    const other = await shop.visitAs(owner, '/operators');
    assert.equal(await shop.callFromPage(other, 'operators', { name: 'bea', role: 'support' }), 201);
    await other.close();
    // As when the operator turns back to this tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByText('bea').waitFor();
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

});
