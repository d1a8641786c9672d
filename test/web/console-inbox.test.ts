/** The inbox, notes, merging a guest, and errors in the form of a product, in a browser on the real service. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import {
  addSecondOperator,
  type ConsoleService,
  owner,
  refusedCalls,
  second,
  startConsoleService,
} from './console-service.ts';

describe('the console', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
    await addSecondOperator(shop);
  });
  after(() => shop?.close());

  it('shows a failed refund in the inbox and on the pages Refunds and Orders, until an operator retries it', async () => {
    const orderNo = await shop.membershipOrder(true, 1, 'failed');
    const id = shop.orderId(orderNo);
    const visit = await shop.visitAs(second, `/orders/${id}`);
    const { page } = visit;
    await page.getByRole('button', { name: /^Refund/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('asked');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund/ })
      .click();
    await page.getByText('Refund failed', { exact: true }).first().waitFor();

    await page.goto('/admin/inbox');
    const row = page.getByRole('row', { name: /Failed refund/ });
    await row.waitFor();
    await page
      .getByRole('link', { name: /^Inbox/ })
      .getByLabel('1 to review')
      .waitFor();
    await page
      .getByRole('link', { name: /^Refunds/ })
      .getByLabel('1 to review')
      .waitFor();
    await visit.check('inbox-failed-refund');

    await row.getByRole('button', { name: 'Take' }).click();
    await row.getByText('You', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('New note').fill('Called the bank.\nThey repair it today.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('They repair it today.').waitFor();
    await visit.check('inbox-taken-with-note');

    await visit.open('/jobs', 'Failed jobs');
    await page.getByRole('link', { name: '1 refund has failed. A customer waits for money.' }).click();
    await page.getByRole('row', { name: /Refund failed/ }).waitFor();
    await visit.check('refunds-failed');
    await visit.open('/refunds', 'Refunds');
    await page.getByRole('row', { name: /Refund failed/ }).waitFor();
    await page.getByText('To review', { exact: true }).click();
    await page.getByText('No refunds to review.').waitFor();
    await visit.open('/orders', 'Orders');
    await page.getByLabel('Payment').selectOption('Refund failed');
    await page.getByRole('row', { name: /Refund failed/ }).waitFor();
    assert.equal(new URL(page.url()).search, '?refund_state=failed');

    // Another operator sees in the inbox who works on the refund, and reads the note on the page of the order.
    const other = await shop.visitAs(owner, '/inbox', { size: 'phone' });
    await other.page.getByRole('row').getByText('bea', { exact: true }).waitFor();
    await other.page.getByRole('button', { name: 'Take over' }).waitFor();
    await other.check('inbox-of-a-colleague');
    await other.open(`/orders/${id}`, /Membership/);
    await other.page.getByText('They repair it today.').waitFor();
    await other.open('/audit-log', 'Audit log');
    await other.page
      .getByText(/^Inbox item · Failed refund \d+$/)
      .first()
      .waitFor();
    await other.close(refusedCalls);

    // The refund succeeds when it is retried. The page must not show the error of the first try any more.
    await visit.open(`/orders/${id}`, /Membership/);
    await page.getByRole('alert').getByText('The customer has not received ¥19.90.').waitFor();
    const technical = page.getByText('Technical detail:').first();
    await technical.waitFor();
    await page.getByRole('button', { name: 'Retry refund' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry refund' }).click();
    await page.getByText('Refunded', { exact: true }).first().waitFor();
    await page.goto('/admin/inbox');
    await page.getByText('Nothing waits for you.').waitFor();
    assert.equal(await page.getByLabel(/to review/).count(), 0);
    await visit.close(refusedCalls);
  });

  it('lets the author remove a note about a customer', async () => {
    const visit = await shop.visitAs(second, '/users/1');
    const { page } = visit;
    await page.getByLabel('New note').fill('Speaks Cantonese.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Speaks Cantonese.').waitFor();
    await visit.check('customer-with-note');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No notes yet.').waitFor();
    await visit.close(refusedCalls);
  });

  it('merges a guest into a signed-in customer at an operator’s request, and shows what the customer spent', async () => {
    const orderNo = await shop.membershipOrder(true);
    shop.writeDatabase(
      "insert into users (kind, issuer, subject, created_at) values ('user', 'https://id.example', 'lee@example.com', 1)",
    );
    const visit = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`, { size: 'phone' });
    const { page } = visit;
    await page.getByRole('link', { name: /^Guest \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Guest/ }).waitFor();
    const guestAddress = page.url();
    await page.goto('/admin/users?subject=lee%40example.com');
    const link = page.getByRole('link', { name: /^Customer \d+$/ });
    const number = (await link.textContent())?.replace(/\D/g, '') ?? '';
    await page.goto(guestAddress);
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number of the signed-in customer').fill(number);
    await dialog.getByLabel('Reason').fill('signed in later');
    await visit.check('merge-dialog');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { level: 1, name: `Customer ${number}` }).waitFor();
    await page.getByText('¥19.90').first().waitFor();
    await visit.check('customer-after-merge');
    await visit.close(refusedCalls);
  });

  it('shows in the form of a product, before it is saved, that the member price is above the price and that the title is too long', async () => {
    const visit = await shop.visitAs(owner, '/goods', { size: 'phone' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel(/^Member price/).fill('99');
    await dialog.getByText('Members cannot pay more than others.').waitFor();
    assert.ok(await save.isDisabled());
    const tops = await dialog
      .locator('.form-row input')
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, 'an error below one price moves the other');
    await dialog.getByLabel('Title').fill('照'.repeat(65));
    await dialog.getByText('Too long: 65 characters, at most 64 fit.').waitFor();
    await visit.check('product-with-errors');
    await dialog.getByLabel('Title').fill('照'.repeat(64));
    await dialog.getByText('64 of 64 characters').waitFor();
    await dialog.getByLabel(/^Member price/).fill('1');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await visit.close(refusedCalls);
  });
});
