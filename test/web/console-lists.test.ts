/** Lists of the console and their filters: fast typing, the keyboard, and a second operator who makes changes. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { maskOrderNos } from '../../src/usecases/mask-numbers.ts';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';

describe('in the console', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  let orderNo: string;
  before(async () => {
    shop = await startConsoleService({ IMAGE_PROCESSES: '1', ...cachedImages });
    orderNo = await shop.membershipOrder(false);
  });
  after(() => shop?.close());

  it('a link in a row of the list opens only the target of the link, and a click elsewhere in the row opens the order', async () => {
    const { page, context, close } = await shop.visitAs(owner, '/orders');
    const pathname = () => new URL(page.url()).pathname;
    const list = page.getByRole('group', { name: 'Orders' });
    await list.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Guest 1' }).waitFor();
    await page.goBack();
    await list.getByRole('link', { name: maskOrderNos(orderNo) }).click();
    await page.getByRole('button', { name: 'Cancel order' }).waitFor();
    await page.goBack();
    await list.waitFor();
    assert.equal(pathname(), '/admin/orders');
    const opened = context.waitForEvent('page');
    await list.getByRole('link', { name: maskOrderNos(orderNo) }).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    assert.equal(pathname(), '/admin/orders');
    await list.getByText('Unpaid').click();
    await page.getByRole('button', { name: 'Cancel order' }).waitFor();
    await close();
  });

  it('texts in two search fields filter by both, and the Clear button also cancels a search that has not begun yet', async () => {
    const { page, close } = await shop.visitAs(owner, '/account');
    await page.clock.install();
    await page.goto('/admin/orders');
    const number = page.getByLabel('Order number');
    const user = page.getByLabel('Customer number');
    await number.fill(orderNo.slice(0, 10));
    await user.fill('1');
    await page.waitForURL((url) => url.search === `?order_no=${orderNo.slice(0, 10)}&user_id=1`);
    assert.equal(await number.inputValue(), orderNo.slice(0, 10));
    await user.fill('2');
    await page.getByRole('button', { name: 'Clear' }).click();
    // Advance the clock by more than the delay of a search, so that a search that Clear did not cancel would run.
    await page.clock.fastForward(1_000);
    assert.equal(new URL(page.url()).search, '');
    assert.equal(await user.inputValue(), '');
    await user.fill('3');
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await user.inputValue(), '');
    await close();
  });

  it('a name in a search field can be corrected at its beginning, and the search begins only when typing pauses', async () => {
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

  it('a name of two words can be typed into a search field with a pause after the space', async () => {
    const { page, close } = await shop.visitAs(owner, '/audit-log');
    const operator = page.getByRole('textbox', { name: 'Operator' });
    await operator.pressSequentially('eve ');
    await page.waitForURL('**/audit-log?operator=eve');
    await operator.pressSequentially('adams');
    await page.waitForURL('**/audit-log?operator=eve+adams');
    assert.equal(await operator.inputValue(), 'eve adams');
    await close();
  });

  it('a day can be typed into a filter, and the filter does not apply while the year is unfinished', async () => {
    const { page, close } = await shop.visitAs(owner, '/payments?from=2025-03-10&to=2025-06-30');
    const from = page.getByLabel('From');
    await from.focus();
    await page.keyboard.type('06202024');
    await page.waitForURL('**/payments?from=2024-06-20&to=2025-06-30');
    assert.equal(await from.inputValue(), '2024-06-20');
    await close();
  });

  it('the focus stays on the button that moves a product in the list, and on the switch that deactivates a product', async () => {
    const { page, close } = await shop.visitAs(owner, '/goods');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const down = page.getByRole('button', { name: /^Move down: Photo colourisation/ });
    await down.focus();
    const fetchedAgain = page.waitForResponse('**/admin/api/goods');
    await page.keyboard.press('Enter');
    await (await fetchedAgain).finished();
    await page.getByRole('row').nth(2).getByText('Brings black-and-white').waitFor();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    assert.match(await focused(), /^Move down: Photo colourisation/);
    const shelf = page.getByRole('row', { name: /Brings black-and-white/ }).getByRole('switch');
    await shelf.focus();
    await page.keyboard.press('Space');
    await page.getByText('is now inactive').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'switch');
    await close();
  });

  it('deactivating a product keeps the price that another operator set in the meantime', async () => {
    const { page, close } = await shop.visitAs(owner, '/goods');
    const row = page.getByRole('row', { name: /One-inch ID photo/ });
    await row.getByRole('switch').waitFor();
    const other = await shop.visitAs(owner, '/goods');
    await other.page
      .getByRole('row', { name: /One-inch ID photo/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await other.page
      .getByRole('dialog')
      .getByLabel(/^Price \(/)
      .fill('77.00');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page.getByText(/” saved\./).waitFor();
    await row.getByRole('switch').click();
    await page.getByText('is now inactive').waitFor();
    await row.getByText('¥77.00').waitFor();

    // The other operator's page was loaded before this change, so it still shows the product as active.
    await other.page
      .getByRole('row', { name: /One-inch ID photo/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await other.page.getByRole('dialog').getByLabel('Title').fill('一寸照片');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page
      .getByRole('alert')
      .getByText(/Another operator changed this product/)
      .waitFor();
    await other.page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const shelf = other.page.getByRole('row', { name: /One-inch ID photo/ }).getByRole('switch');
    await other.page
      .getByRole('row', { name: /One-inch ID photo/ })
      .getByText('Inactive')
      .waitFor();
    assert.equal(await shelf.isChecked(), false);
    await other.close(refusedCalls);
    await close();
  });

  it('the dialog of a row stays open while the list behind it is fetched again', async () => {
    const visit = await shop.visitAs(owner, '/account');
    const { page, close } = visit;
    await page.clock.install();
    await page.goto('/admin/operators');
    const actions = page.getByRole('button', { name: 'Actions for admin' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Reset password' }).count(), 0, 'not one’s own');
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable admin?' });
    await dialog.waitFor();
    const other = await shop.visitAs(owner, '/operators');
    assert.equal(await shop.callFromPage(other, 'operators', { name: 'bea', role: 'support' }), 201);
    await other.close();
    // As if the operator came back to this tab after more than the time for which a fetched list counts as fresh.
    await page.clock.fastForward(10_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByText('bea').waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await actions.evaluate((element) => element === document.activeElement), true);
    await close();
  });

  it('a refusal is shown in the operator’s language', async () => {
    const { page, close } = await shop.visitAs(owner, '/account', { locale: 'zh-CN' });
    await page.getByLabel('当前密码').fill('not my password');
    await page.getByLabel('新密码', { exact: true }).fill('a few words in a row');
    await page.getByLabel('确认新密码').fill('a few words in a row');
    await page.getByRole('button', { name: '修改密码' }).click();
    await page.getByRole('alert').getByText('当前密码错误。', { exact: true }).waitFor();
    // With a password typed, the browser would ask before it leaves the page.
    for (const label of ['当前密码', '新密码', '确认新密码'])
      await page.getByLabel(label, { exact: true }).fill('');
    await page.goto('/admin/payments?from=2026-11-20&to=2026-11-01');
    await page.getByRole('alert').getByText('结束日期不能早于开始日期。', { exact: true }).waitFor();
    await close(refusedCalls);
  });

  for (const [size, locale, texts] of [
    ['desktop', 'en-GB', en],
    ['phone', 'zh-CN', zh],
  ] as const) {
    it(`an operator saves, renames, reorders and removes filters of orders, on a ${size} in ${locale}`, async () => {
      const t = texts.filters;
      const visit = await shop.visitAs(owner, '/orders', { size, locale });
      const { page } = visit;
      const saved = page.getByRole('navigation', { name: t.saved });
      const names = async () =>
        (await saved.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
      const chosen = saved.locator('[aria-current]');
      const unpaidOrders = saved.getByRole('link', { name: `${t.names.unpaid} 1` });
      await unpaidOrders.click();
      // The address of the page changes before the form shows the filter, so wait for the form as a person does.
      await unpaidOrders.and(chosen).waitFor();
      if (size === 'phone') await page.getByRole('button', { name: t.button(1), exact: true }).click();
      await page.getByLabel(t.period).selectOption('today');
      await chosen.waitFor({ state: 'detached' });
      assert.match(page.url(), /\/orders\?status=wait_pay&period=today$/);
      await page.getByRole('button', { name: t.save }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t.name).fill(`Mine ${size}`);
      await dialog.getByRole('button', { name: texts.common.save }).click();
      await saved
        .getByRole('link', { name: `Mine ${size} 1` })
        .and(chosen)
        .waitFor();
      await visit.check(`orders-saved-filter-${locale}`);
      await page.getByRole('button', { name: t.manage }).click();
      const own = dialog.getByRole('textbox', { name: t.rename(`Mine ${size}`) });
      await own.fill(`Today ${size}`);
      await own.press('Enter');
      await dialog.getByRole('button', { name: t.up(`Today ${size}`) }).click();
      await saved
        .getByRole('link', { name: /^Today/ })
        .and(saved.locator(':nth-last-child(3)'))
        .waitFor();
      await dialog.getByRole('button', { name: t.remove(t.names.in_progress) }).click();
      await dialog.getByRole('button', { name: t.names.in_progress, exact: true }).waitFor();
      await visit.check(`orders-manage-filters-${locale}`);
      await dialog.getByRole('button', { name: t.remove(`Today ${size}`) }).click();
      await saved.getByRole('link', { name: /^Today/ }).waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: t.names.in_progress, exact: true }).click();
      await dialog.getByRole('button', { name: t.remove(t.names.in_progress) }).waitFor();
      await page.keyboard.press('Escape');
      const { wait_refund, refund_failed, failed, in_progress, paid_today, unpaid } = t.names;
      assert.deepEqual(await names(), [
        t.all,
        wait_refund,
        refund_failed,
        failed,
        paid_today,
        unpaid,
        in_progress,
      ]);
      await visit.close();
    });
  }

  it('the list shows a small picture of each photo to operators who may see pictures, and to no others', async () => {
    // Put all products on the shelf, because another test of this file takes some off.
    shop.writeDatabase('update goods set on_shelf = 1');
    const customer = shop.newCustomer();
    const path = await customer.upload((await samplePhotos()).portrait);
    await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
    const visit = await shop.visitAs(owner, '/orders');
    const { page } = visit;
    const list = page.getByRole('group', { name: 'Orders' });
    const picture = list.locator('.thumbnail img');
    await picture.waitFor();
    const { width, height } = await picture.evaluate((image: HTMLImageElement) => ({
      width: image.naturalWidth,
      height: image.naturalHeight,
    }));
    assert.ok(Math.max(width, height) === 112, `${width} × ${height}`);
    await visit.check('orders-thumbnails');
    const who = { name: 'cid', password: 'a third pair of eyes' };
    assert.equal(await shop.callFromPage(visit, 'operators', { ...who, role: 'viewer' }), 201);
    await visit.close();
    const viewer = await shop.visitAs(who, '/orders');
    await viewer.page.getByRole('group', { name: 'Orders' }).getByText('Unpaid').first().waitFor();
    assert.equal(await viewer.page.locator('.thumbnail').count(), 0);
    await viewer.close();
  });
});
