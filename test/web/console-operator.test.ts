/** Common actions of an operator in a browser, on the real service, and actions that a role does not permit. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { maskOrderNos } from '../../src/usecases/mask-numbers.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { fillSignIn, openConsole } from './console-browser.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';

const viewer = { name: 'vera', password: 'four brown bears' };
const scriptTitle = '<img src=x onerror=alert(1)>';

describe('an operator', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
  });
  after(() => shop?.close());

  it('signs in at the address of a page, finds an order by its number, and refunds the order', async () => {
    const orderNo = await shop.membershipOrder(true);
    await shop.membershipOrder(false);
    const visit = await shop.visitAs(owner, '/orders', { byHand: true });
    const { page } = visit;
    await page.getByLabel('Order number').fill(orderNo.slice(0, 20));
    await page.waitForURL(`**/admin/orders?order_no=${orderNo.slice(0, 20)}`);
    await page.getByRole('row', { name: maskOrderNos(orderNo) }).waitFor();
    await visit.check('orders-found');
    await page.getByRole('link', { name: maskOrderNos(orderNo) }).click();
    await page.getByText('Order placed').waitFor();
    assert.equal(await page.getByText(orderNo).count(), 0);
    await visit.check('order-paid');
    await page.getByRole('button', { name: 'Show number' }).click();
    await page.getByText(orderNo, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    await visit.check('order-number-shown');
    await page.getByRole('button', { name: /^Refund/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is returned to the original payment method').waitFor();
    await dialog.getByLabel('Reason').fill('bought by mistake');
    await dialog.getByRole('button', { name: /^Refund/ }).click();
    await page.getByText('Refunded', { exact: true }).first().waitFor();
    await page.getByText('bought by mistake').first().waitFor();
    await visit.check('order-refunded');
    await visit.close(refusedCalls);
  });

  it('changes a price: the next order has the new price, and an existing order keeps its price', async () => {
    const before = await shop.membershipOrder(false);
    const visit = await shop.visitAs(owner, '/goods');
    const { page } = visit;
    await page
      .getByRole('row', { name: /made first/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    await page.getByLabel(/^Price \(/).fill('20.29');
    await page.getByText('Existing orders keep their price.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    // Wait until the dialog is closed, because the dialog shows the new price even before the price is saved.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('¥20.29').waitFor();
    const after = await shop.membershipOrder(false);
    await visit.open(`/orders/${shop.orderId(before)}`, /Membership/);
    await page.getByText('¥19.90').first().waitFor();
    await visit.open(`/orders/${shop.orderId(after)}`, /Membership/);
    await page.getByText('¥20.29').first().waitFor();
    await visit.open('/audit-log', 'Audit log');
    await page.getByRole('link', { name: 'Product Membership' }).waitFor();
    await page
      .getByRole('row', { name: /Edited a product/ })
      .getByRole('button')
      .click();
    await page.getByText('Price: ¥19.90 → ¥20.29').waitFor();
    await visit.close(refusedCalls);
  });

  it('sees why a job failed, and retries it', async () => {
    const orderNo = await shop.membershipOrder(false);
    shop.writeDatabase(
      "update jobs set state = 'dead', last_error = 'the bank was closed' where kind = 'check_payment'",
    );
    const visit = await shop.visitAs(owner, '/jobs');
    const row = visit.page.getByRole('row').filter({ hasText: maskOrderNos(orderNo) });
    await row.getByText('the bank was closed').waitFor();
    await visit.check('jobs-failed');
    await row.getByRole('button', { name: 'Retry' }).click();
    await row.waitFor({ state: 'detached' });
    await visit.close(refusedCalls);
  });

  it('adds a viewer, who sees no action buttons and whose changes are refused', async () => {
    const visit = await shop.visitAs(owner);
    assert.equal(await shop.callFromPage(visit, 'operators', { ...viewer, role: 'viewer' }), 201);
    await visit.close(refusedCalls);
    const orderNo = await shop.membershipOrder(true);
    const seen = await shop.visitAs(viewer, `/orders/${shop.orderId(orderNo)}`);
    await seen.page.getByText('Order placed').waitFor();
    assert.equal(await seen.page.getByRole('button', { name: /refund|cancel|show number/i }).count(), 0);
    // The address of an old bookmark contains the order number. It opens the search for this number.
    await seen.page.goto(`/admin/orders/${orderNo}`);
    await seen.page.getByRole('link', { name: maskOrderNos(orderNo) }).waitFor();
    assert.equal(
      await shop.callFromPage(seen, `orders/${shop.orderId(orderNo)}/refund`, { reason: 'for me' }),
      403,
    );
    assert.equal(await shop.callFromPage(seen, 'operators', { name: 'eve', role: 'owner' }), 403);
    await seen.close(refusedCalls);
  });

  it('adds a product whose title contains a script, and the script does not run', async () => {
    const visit = await shop.visitAs(owner, '/goods');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Title').fill(scriptTitle);
    await page.getByLabel(/^Price \(/).fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').getByText(scriptTitle).waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    await visit.close(refusedCalls);
  });

  it('can add a product only after the list with the product types has loaded', async () => {
    const visit = await shop.visitAs(owner, '/');
    const { page } = visit;
    const mayLoad = Promise.withResolvers<void>();
    await page.route('**/admin/api/goods', async (route) => {
      await mayLoad.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Products' }).click();
    const add = page.getByRole('button', { name: 'Add product' });
    await add.waitFor();
    assert.equal(await add.isDisabled(), true);
    mayLoad.resolve();
    await add.click();
    await page.getByRole('dialog').waitFor();
    await visit.close(refusedCalls);
  });

  it('is not signed in by a forged cookie, and a page of another origin cannot act in the operator’s session', async () => {
    const forged = await openConsole(shop.browser, shop.service.url, 'desktop');
    await forged.context.addCookies([
      { name: 'photokiosk_console', value: 'a'.repeat(43), url: `${shop.service.url}/admin`, httpOnly: true },
    ]);
    await forged.page.goto('/admin/orders');
    await forged.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await forged.close(refusedCalls);

    const orderNo = await shop.membershipOrder(true);
    const visit = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`);
    const { page } = visit;
    await page.getByRole('button', { name: /^Refund/ }).waitFor();
    const other = await visit.context.newPage();
    // Another origin on the same machine: the browser sends the cookies, the service must refuse the request.
    await other.route('**/evil', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>evil</h1>' }),
    );
    await other.goto(`${shop.service.url.replace('127.0.0.1', 'localhost')}/evil`);
    const target = `${shop.service.url}/admin/api/orders/${shop.orderId(orderNo)}/refund`;
    await other.evaluate(
      (address) =>
        fetch(address, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          headers: { 'content-type': 'text/plain' },
          body: '{"reason":"evil"}',
        }).catch(() => null),
      target,
    );
    await page.reload();
    await page.getByRole('button', { name: /^Refund/ }).waitFor();
    await visit.close(refusedCalls);
  });

  it('signs out, after which the same address shows the sign-in form', async () => {
    const visit = await shop.visitAs(owner, '/account', { byHand: true });
    const { page } = visit;
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visit.close(refusedCalls);
  });

  it('reads after a wrong password who can reset a forgotten one', async () => {
    const visit = await openConsole(shop.browser, shop.service.url, 'phone');
    const { page } = visit;
    await page.goto('/admin');
    await fillSignIn(page, owner.name, 'a wrong password');
    await page.getByText('The name or the password is wrong.').waitFor();
    await page.getByText('Forgot your password? An owner can reset it on the page Operators.').waitFor();
    await visit.check('sign-in-refused');
    await visit.close(refusedCalls);
  });
});
