/** An owner erases a customer and an order in the console, in a browser on the real service. */

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

describe('erasure in the console', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
    await addSecondOperator(shop);
  });
  after(() => shop?.close());

  it('of a customer is refused while an order is unpaid; after that it needs the typed customer number and a proof of identity', async () => {
    const customer = shop.newCustomer();
    const paid = await customer.order('mark_order_vip', 3, { num: 2 });
    await customer.pay(paid);
    const unpaid = await customer.order('mark_order_vip', 3, { num: 1 });
    const visit = await shop.visitAs(owner, `/orders/${shop.orderId(paid)}`, { byHand: true });
    const { page } = visit;
    await page.getByRole('link', { name: /^Guest \d+$/ }).click();
    await page.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Order ${shop.orderId(unpaid)}`).waitFor();
    await dialog.getByText('waits for payment. Cancel it first.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Erase forever' }).isDisabled(), true);
    await visit.check('erasure-waits');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await customer.post('cancel_order', { order_no: unpaid });
    shop.writeDatabase('update operator_sessions set proven_at = 0');
    const number = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Erase…' }).click();
    const field = dialog.getByLabel(`To confirm, type the number of the customer: ${number}`);
    await field.fill('0');
    assert.equal(await dialog.getByRole('button', { name: 'Erase forever' }).isDisabled(), true);
    await field.fill(number);
    await visit.check('erasure-confirmed');
    await dialog.getByRole('button', { name: 'Erase forever' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(owner.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This customer was erased. Only amounts and dates are left.').waitFor();
    await page.getByRole('heading', { name: `Erased customer ${number}` }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Erase…' }).count(), 0);
    await visit.check('erased-customer');
    assert.equal((await customer.call('fetch_order', { order_no: paid })).status, 401);
    await visit.close(refusedCalls);
  });

  it('of one order leaves only its amounts on the page, and leaves the customer’s other orders', async () => {
    const customer = shop.newCustomer();
    const orderNo = await customer.order('mark_order_vip', 3, { num: 1 });
    await customer.post('cancel_order', { order_no: orderNo });
    const kept = await customer.order('mark_order_vip', 3, { num: 3 });
    const id = shop.orderId(orderNo);
    shop.writeDatabase(`update operator_sessions set proven_at = ${Date.now()}`);
    const visit = await shop.visitAs(owner, `/orders/${id}`, {
      size: 'phone',
      locale: 'zh-CN',
    });
    const { page } = visit;
    await page.getByRole('button', { name: '清除资料…' }).click();
    await page.getByLabel(`请输入订单编号 ${id} 以确认`).fill(String(id));
    await visit.check('erase-order-zh');
    await page.getByRole('button', { name: '永久清除' }).click();
    await page.getByText('此订单的资料已清除，仅保留金额、日期和支付单号。').waitFor();
    await visit.check('erased-order-zh');
    assert.equal((await customer.call('fetch_order', { order_no: orderNo })).status, 404);
    assert.equal((await customer.call('fetch_order', { order_no: kept })).status, 200);
    await visit.close(refusedCalls);
  });

  it('is not offered to an operator who is not an owner', async () => {
    const orderNo = await shop.membershipOrder(true);
    const visit = await shop.visitAs(second, `/orders/${shop.orderId(orderNo)}`);
    await visit.page
      .getByRole('button', { name: /^Refund|Request refund/ })
      .first()
      .waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Erase…' }).count(), 0);
    await visit.close(refusedCalls);
  });
});
