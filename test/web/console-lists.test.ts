/** Lists and their conditions, as fast as hands are, with the keyboard, and beside another operator. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleShop, openConsoleShop, owner, refusedCalls } from './console-service.ts';

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

  it('what is typed into two fields at once is looked for in both, and nothing after it was cleared', async () => {
    const { page, close } = await shop.visitAs(owner, '/orders');
    const number = page.getByLabel('Order number');
    const user = page.getByLabel('User number');
    await number.fill(orderNo.slice(0, 10));
    await user.fill('1');
    await page.waitForURL((url) => url.search === `?order_no=${orderNo.slice(0, 10)}&user_id=1`);
    assert.equal(await number.inputValue(), orderNo.slice(0, 10));
    await user.fill('2');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForTimeout(600);
    assert.equal(new URL(page.url()).search, '');
    assert.equal(await user.inputValue(), '');
    await user.fill('3');
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await user.inputValue(), '');
    await close();
  });

  it('a name can be corrected in its middle, and is looked for when it is written', async () => {
    const { page, close } = await shop.visitAs(owner, '/audit-log');
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/admin/api/audit_log') asked.push(url.searchParams.get('operator') ?? '');
    });
    const operator = page.getByRole('textbox', { name: 'Operator' });
    await operator.pressSequentially('dmin');
    await operator.press('Home');
    await operator.pressSequentially('a');
    await page.waitForURL('**/audit-log?operator=admin');
    assert.equal(await operator.inputValue(), 'admin');
    assert.ok(!asked.includes('dm'), String(asked));
    await page.getByRole('group', { name: 'Audit log' }).getByText('Signed in').first().waitFor();
    await close();
  });

  it('a name of two words can be typed with a pause between them', async () => {
    const { page, close } = await shop.visitAs(owner, '/audit-log');
    const operator = page.getByRole('textbox', { name: 'Operator' });
    await operator.pressSequentially('eve ');
    await page.waitForURL('**/audit-log?operator=eve');
    await operator.pressSequentially('adams');
    await page.waitForURL('**/audit-log?operator=eve+adams');
    assert.equal(await operator.inputValue(), 'eve adams');
    await close();
  });

  it('a day can be typed, and its year is not asked for while it is', async () => {
    const { page, close } = await shop.visitAs(owner, '/money?from=2025-03-10&to=2025-06-30');
    const from = page.getByLabel('From day');
    await from.focus();
    await page.keyboard.type('06202024');
    await page.waitForURL('**/money?from=2024-06-20&to=2025-06-30');
    assert.equal(await from.inputValue(), '2024-06-20');
    await close();
  });

  it('the focus stays on what was pressed while a good moves and leaves the shelf', async () => {
    const { page, close } = await shop.visitAs(owner, '/goods');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const down = page.getByRole('button', { name: /^Further down: 照片上色/ });
    await down.focus();
    const ordered = page.waitForResponse('**/goods_order');
    await page.keyboard.press('Enter');
    await ordered;
    await page.waitForTimeout(500);
    assert.match(await focused(), /^Further down: 照片上色/);
    const shelf = page.getByRole('row', { name: /照片上色/ }).getByRole('switch');
    await shelf.focus();
    await page.keyboard.press('Space');
    await page.getByText('is off the shelf').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'switch');
    await close();
  });

  it('a good that leaves the shelf keeps the price that another operator gave it meanwhile', async () => {
    const { page, close } = await shop.visitAs(owner, '/goods');
    const row = page.getByRole('row', { name: /一寸照/ });
    await row.getByRole('switch').waitFor();
    const other = await shop.visitAs(owner, '/goods');
    await other.page
      .getByRole('row', { name: /一寸照/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await other.page.getByRole('dialog').getByLabel('Price (CNY)').fill('77.00');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page.getByText('is saved').waitFor();
    await row.getByRole('switch').click();
    await page.getByText('is off the shelf').waitFor();
    await row.getByText('¥77.00').waitFor();

    // The other's page still shows it on the shelf, at the price of then.
    await other.page
      .getByRole('row', { name: /一寸照/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await other.page.getByRole('dialog').getByLabel('Title').fill('一寸照片');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page
      .getByRole('alert')
      .getByText(/This good was changed meanwhile/)
      .waitFor();
    await other.page.getByRole('button', { name: 'Leave it' }).click();
    const shelf = other.page.getByRole('row', { name: /一寸照/ }).getByRole('switch');
    await other.page
      .getByRole('row', { name: /一寸照/ })
      .getByText('Off the shelf')
      .waitFor();
    assert.equal(await shelf.isChecked(), false);
    await other.close(refusedCalls);
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
    // As when the operator turns back to this tab, until the list is old enough to be read anew.
    await page.evaluate(() => {
      setInterval(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })), 250);
    });
    await page.getByText('bea').waitFor();
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('a refusal is told in the operator’s language', async () => {
    const { page, close } = await shop.visitAs(owner, '/account', { locale: 'zh-CN' });
    await page.getByLabel('旧密码').fill('not my password');
    await page.getByLabel('新密码', { exact: true }).fill('a few words in a row');
    await page.getByLabel('再次输入新密码').fill('a few words in a row');
    await page.getByRole('button', { name: '修改密码' }).click();
    await page.getByRole('alert').getByText('旧密码错误。', { exact: true }).waitFor();
    await page.goto('/admin/money?from=2026-11-20&to=2026-11-01');
    await page.getByRole('alert').getByText('结束日期不能早于开始日期', { exact: true }).waitFor();
    await close(refusedCalls);
  });
});
