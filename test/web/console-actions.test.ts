/** Less frequent actions of operators, in a browser on the real service: approvals, products, accounts. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { skipWithoutChromium } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  addSecondOperator,
  type ConsoleService,
  owner,
  refusedCalls,
  second,
  startConsoleService,
} from './console-service.ts';

describe('operators', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService({ REFUND_APPROVAL_MINOR: '3000' });
    await addSecondOperator(shop);
  });
  after(() => shop?.close());

  it('need two persons for a large refund: one operator requests it, and only another operator can approve it', async () => {
    const orderNo = await shop.membershipOrder(true, 2);
    // The second operator requests the refund and the owner approves it. The other way round would be refused, because
    // the owner added the account of the second operator.
    const asking = await shop.visitAs(second, `/orders/${shop.orderId(orderNo)}`);
    await asking.page.getByRole('button', { name: 'Request refund of ¥39.80' }).click();
    const dialog = asking.page.getByRole('dialog');
    await dialog.getByText('Refunds above ¥30.00 need a second operator.').waitFor();
    await dialog.getByLabel('Reason').fill('paid by a child');
    await asking.check('refund-request-dialog');
    await dialog.getByRole('button', { name: 'Request refund' }).click();
    await asking.page.getByText('Refund waiting for approval', { exact: true }).waitFor();
    await asking.page.getByRole('button', { name: 'Reject refund' }).waitFor();
    assert.equal(await asking.page.getByRole('button', { name: /^(Approve refund|Refund)/ }).count(), 0);
    const approvals = await asking.page.evaluate(async () =>
      (await fetch('/admin/api/refund_approvals?state=pending')).json(),
    );
    const confirm = `refund_approvals/${approvals.approvals[0].id}/confirm`;
    assert.equal(await shop.callFromPage(asking, confirm, {}), 403);

    const deciding = await shop.visitAs(owner, '/refunds', { size: 'phone' });
    const { page } = deciding;
    await page.getByText('paid by a child').waitFor();
    await deciding.check('refunds-to-review');
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Approve refund' }).click();
    await page.getByRole('button', { name: 'Approve refund of ¥39.80' }).click();
    await page.getByText('Refunded', { exact: true }).first().waitFor();
    await page.getByText('Approved the refund').waitFor();
    await deciding.check('refund-approved');
    await deciding.open('/refunds?state=decided', 'Refunds');
    await page.getByText('Approved', { exact: true }).waitFor();
    await deciding.close(refusedCalls);
    await asking.close(refusedCalls);
  });

  it('refund months of a membership that have not begun; a refund above the limit waits until another operator approves it', async () => {
    const orderNo = await shop.membershipOrder(true, 6);
    const asking = await shop.visitAs(second, `/orders/${shop.orderId(orderNo)}`);
    const refundMonths = async (months: string, button: string, picture: string) => {
      await asking.page.getByRole('button', { name: 'Refund months' }).click();
      const dialog = asking.page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Months' }).fill(months);
      await dialog.getByLabel('Reason').fill('moves abroad');
      await asking.check(picture);
      await dialog.getByRole('button', { name: button }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await refundMonths('1', 'Refund ¥19.90', 'refund-months-dialog');
    await asking.page.getByText('Partial refund: 1 month').waitFor();
    await refundMonths('2', 'Request refund of ¥39.80', 'refund-months-request');
    await asking.page.getByText('bea requested a refund of ¥39.80 for 2 months').waitFor();

    const chinese = await shop.visitAs(second, `/orders/${shop.orderId(orderNo)}`, { locale: 'zh-CN' });
    await chinese.page.getByText('bea 申请退款 ¥39.80（2 个月）').waitFor();
    await chinese.page.getByText('部分退款：1 个月').waitFor();
    await chinese.check('refund-months-chinese');
    await chinese.close(refusedCalls);

    const deciding = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`, { size: 'phone' });
    const { page } = deciding;
    await page.getByRole('button', { name: 'Approve refund' }).click();
    await page.getByText('¥39.80 for 2 months that have not started').waitFor();
    await deciding.check('refund-months-approval');
    await page.getByRole('button', { name: 'Approve refund of ¥39.80' }).click();
    await page.getByText('Partial refund: 2 months').waitFor();
    await page.getByRole('button', { name: 'Request refund of ¥59.70' }).waitFor();
    await deciding.check('refund-months-approved');
    await deciding.close(refusedCalls);
    await asking.close(refusedCalls);
  });

  it('upload an icon for a product, and change the order of the products', async () => {
    const visit = await shop.visitAs(owner, '/goods', { size: 'phone' });
    const { page } = visit;
    const png = await sharp({ create: { width: 900, height: 900, channels: 4, background: '#0a7' } })
      .png()
      .toBuffer();
    await page
      .getByRole('row', { name: /Brings black-and-white/ })
      .getByRole('button', { name: 'Edit' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Icon file').setInputFiles({ name: 'i.png', mimeType: 'image/png', buffer: png });
    await dialog.getByText('Uploaded, 512 × 512. Save to use it.').waitFor();
    await visit.check('product-with-icon');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The list shows the former icon, an SVG, until it is loaded again.
    const shown = page.getByRole('row', { name: /Brings black-and-white/ }).locator('img:not([src$=".svg"])');
    assert.equal(
      await shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
      512,
    );

    await page.getByRole('button', { name: 'Move down: Photo colourisation' }).click();
    const titles = await waitUntil('the new order of the products', async () => {
      const goods = (await shop.client.post('goods_list')).value as { title: string; icon: string }[];
      return goods[1]?.title === '照片上色' && goods;
    });
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['一寸照', '照片上色', '会员'],
    );
    assert.match(titles[1]?.icon ?? '', /^\/icons\/\w+\.(png|webp)$/);
    await visit.open('/audit-log', 'Audit log');
    await page.getByRole('row').getByText('Reordered the products').waitFor();
    await page.getByRole('row').getByText('Uploaded an icon').waitFor();
    await visit.close(refusedCalls);
  });

  it('grant and end a membership, and the service stores the reason for each', async () => {
    await shop.membershipOrder(false);
    const visit = await shop.visitAs(second, '/users');
    const { page } = visit;
    await page
      .getByRole('link', { name: /^Guest/ })
      .first()
      .click();
    await page.getByText('No membership yet.').waitFor();
    await page.getByRole('button', { name: 'Grant membership' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Months').fill('2');
    await dialog.getByLabel('Reason').fill('waited too long');
    await dialog.getByRole('button', { name: 'Grant membership' }).click();
    await page.getByText('bea: waited too long').waitFor();
    await page.getByText('Member', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await dialog.getByText('The customer loses 2 months.').waitFor();
    await dialog.getByLabel('Reason').fill('the wrong guest');
    await dialog.getByRole('button', { name: 'End membership' }).click();
    await page.getByText(/the wrong guest/).waitFor();
    await visit.check('membership-ended');
    await visit.close(refusedCalls);

    const reading = await shop.visitAs(owner, '/audit-log');
    const granted = reading.page.getByRole('row', { name: /Granted membership/ });
    await granted.getByRole('button').click();
    await reading.page.getByText(/^Member until: – → \d{1,2} \w+/).waitFor();
    await reading.page.getByText('Months: – → 2').waitFor();
    assert.equal(
      await reading.page.getByText(/\dT\d\d:/).count(),
      0,
      'no time is shown as the service stores it',
    );
    await reading.close(refusedCalls);
  });

  it('add an operator with a password that is shown once, change the role and end the session', async () => {
    const visit = await shop.visitAs(owner, '/operators');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add operator' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('carl');
    await dialog.getByLabel('Role').selectOption('Owner');
    await dialog.getByText('Can do everything, including settings and operators.').waitFor();
    await dialog.getByLabel('Role').selectOption('Support');
    await dialog.getByText('The service generates the password and shows it once.').waitFor();
    await dialog.getByRole('button', { name: 'Add operator' }).click();
    const password = (await page.locator('.made-password').textContent()) ?? '';
    await visit.check('operator-password');
    await page.getByRole('button', { name: 'Done' }).click();

    const orderNo = await shop.membershipOrder(true);
    const carl = await shop.visitAs({ name: 'carl', password }, `/orders/${shop.orderId(orderNo)}`, {
      byHand: true,
    });
    await carl.page.getByRole('button', { name: 'Refund ¥19.90' }).waitFor();

    await page.getByRole('button', { name: 'Actions for carl' }).click();
    await page.getByRole('menuitem', { name: 'Change to Viewer' }).click();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(
      await shop.callFromPage(carl, `orders/${shop.orderId(orderNo)}/refund`, { reason: 'still mine' }),
      403,
    );
    await carl.page.reload();
    await carl.page.getByText('Order placed').waitFor();
    assert.equal(await carl.page.getByRole('button', { name: /Refund/ }).count(), 0);

    await page.reload();
    const session = page.getByRole('group', { name: 'Sessions' }).getByRole('row', { name: /carl/ });
    await session.getByRole('button', { name: 'End' }).click();
    await session.waitFor({ state: 'detached' });
    // The page fetches the order again without a click, and the response says that the session has ended.
    await carl.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await carl.close(refusedCalls);
    await visit.close(refusedCalls);
  });

  it('see open refunds, and export the payments as CSV in which no cell starts a formula', async () => {
    const orderNo = await shop.membershipOrder(true, 1, 'failed');
    const visit = await shop.visitAs(owner);
    await shop.callFromPage(visit, `orders/${shop.orderId(orderNo)}/refund`, { reason: '=cmd|calc' });
    const { page } = visit;
    await visit.open(`/orders/${shop.orderId(orderNo)}`, /Membership/);
    await page.getByText('Refund failed', { exact: true }).first().waitFor();
    assert.equal(await page.getByText('Refund in progress').count(), 0, 'one word for one state');
    await visit.open('/payments', 'Payments');
    await page.getByText('1 not completed').waitFor();
    await page.getByRole('img', { name: /revenue ¥/ }).waitFor();
    await visit.check('payments');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [head, ...rows] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
    assert.equal(
      head,
      'day,provider,currency,takings,takings_count,surplus,surplus_count,refunds,refunds_count,' +
        'surplus_returned,surplus_returned_count,open,open_count,settled,settled_count',
    );
    assert.equal(rows.length, 1);
    assert.match(rows[0] ?? '', /^\d{4}-\d\d-\d\d,sandbox,CNY(,\d+\.\d\d,\d+){6}$/);
    assert.match(rows[0] ?? '', /,19\.90,1,0\.00,0$/);
    assert.doesNotMatch(csv, /(^|[,\n])["']?[=+@-]/);
    await visit.close(refusedCalls);
  });

  it('retry all failed jobs at once', async () => {
    for (let made = 0; made < 3; made += 1) await shop.membershipOrder(false);
    // Mark only the jobs of these three orders dead: the check_payment job of a paid order could not be retried.
    const theirs = "select id from jobs where kind = 'check_payment' order by id desc limit 3";
    shop.writeDatabase(
      `update jobs set state = 'dead', last_error = 'the bank was closed' where id in (${theirs})`,
    );
    const visit = await shop.visitAs(second, '/jobs', { size: 'phone' });
    const { page } = visit;
    await page.getByText('the bank was closed').nth(2).waitFor();
    await visit.check('jobs-failed-phone');
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
    await page.getByText('No failed jobs.').waitFor();
    await visit.close(refusedCalls);
  });

  it('do not prolong their session by the automatic requests of an open page unless they use the page', async () => {
    const visit = await shop.visitAs(second, '/account');
    const { page } = visit;
    await page.clock.install();
    await page.goto('/admin/');
    await page.getByText('Orders by status').waitFor();
    const nextPoll = () =>
      page.waitForRequest((request) => request.url().includes('/admin/api/health'), { timeout: 120_000 });
    const [alone] = await Promise.all([nextPoll(), page.clock.fastForward(60_000)]);
    assert.equal(alone.headers()['x-background'], '1');
    await page.keyboard.press('Shift');
    const [there] = await Promise.all([nextPoll(), page.clock.fastForward(11_000)]);
    assert.equal(there.headers()['x-background'], undefined);
    await visit.close(refusedCalls);
  });
});
