/** Dialogs of the console while data change and while calls run, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { OrderDetail } from '../../web/console/api/types.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite } from './console-browser.ts';
import { holdCalls } from './held-calls.ts';
import { detail, settlementToApprove } from './made-up-orders.ts';
import { differences } from './made-up-reconciliation.ts';
import { user } from './made-up-shop.ts';
import { scriptTitle } from './made-up-values.ts';

/** The message that the browser logs for each call that is answered with an error. */
const refusedCalls = /Failed to load resource/;

/** The order while a refund waits for a second operator. */
function refundToApprove(id: number, amount: number): OrderDetail {
  const approval = { ...settlementToApprove().approval, id, amount, settled_refund_no: null };
  return { ...settlementToApprove(), approval } as OrderDetail;
}

describe('a dialog of the console', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  async function visitOwner(): Promise<ConsoleVisit> {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    return visit;
  }

  /** Answers the calls of these addresses with `answer()`. */
  const answerWith = (page: Page, path: string, answer: () => unknown) =>
    page.route(`**/admin/api/${path}`, (route) => route.fulfill({ json: answer() }));

  for (const { button, confirm, decision } of [
    { button: 'Approve refund', confirm: 'Approve refund of ¥5.00', decision: 'confirm' },
    { button: 'Reject refund', confirm: 'Reject refund', decision: 'reject' },
  ]) {
    it(`“${button}” decides about the refund that it showed when it opened, even if another refund is requested meanwhile`, async () => {
      const visit = await visitOwner();
      const { page } = visit;
      let order = refundToApprove(4, 500);
      await answerWith(page, 'orders/1', () => order);
      const decided: string[] = [];
      await page.route('**/admin/api/refund_approvals/**', (route) => {
        decided.push(new URL(route.request().url()).pathname);
        return route.fulfill({
          status: 409,
          json: { code: 'illegal_transition', reason: 'approval_decided' },
        });
      });
      await page.clock.install();
      await visit.open('/orders/1', scriptTitle);
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      if (decision === 'reject') await dialog.getByLabel('Reason').fill('not agreed');
      await dialog.getByRole('button', { name: confirm }).waitFor();
      order = refundToApprove(5, 99_500);
      await page.clock.fastForward(30_000);
      await page.getByText(/requested a refund of ¥995\.00/).waitFor();
      await dialog.getByRole('button', { name: confirm }).click();
      await dialog.getByText('This refund request has already been reviewed.').waitFor();
      assert.deepEqual(decided, [`/admin/api/refund_approvals/4/${decision}`]);
      await visit.close(refusedCalls);
    });
  }

  it('about the remedy of a difference sends the remedy that it showed when it opened', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    let found = differences('open');
    await answerWith(page, 'reconciliation/differences?*', () => ({ differences: found, before: null }));
    const sent: unknown[] = [];
    await page.route('**/admin/api/reconciliation/differences/*/remedy', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 409, json: { code: 'illegal_transition', reason: 'remedy_changed' } });
    });
    await page.clock.install();
    await visit.open('/reconciliation', 'Reconciliation');
    await page.getByRole('button', { name: 'Apply payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply this payment?' });
    await dialog.getByLabel('Reason').fill('paid in time');
    found = found.map((one) => (one.remedy === 'apply_payment' ? { ...one, remedy: 'refund_payment' } : one));
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Refund payment' }).waitFor();
    await dialog.getByRole('button', { name: 'Apply payment' }).click();
    await dialog.getByText('The proposed remedy has changed.').waitFor();
    assert.deepEqual(sent, [{ reason: 'paid in time', remedy: 'apply_payment' }]);
    await visit.close(refusedCalls);
  });

  const slowCalls: readonly {
    readonly name: string;
    readonly path: string;
    readonly heading: string | RegExp;
    readonly call: string;
    readonly start: (page: Page) => Promise<void>;
  }[] = [
    {
      name: 'to grant months',
      path: '/users/7',
      heading: /./,
      call: 'users/7/grants',
      async start(page) {
        await page.getByRole('button', { name: 'Grant membership' }).click();
        await page.getByRole('dialog').getByLabel('Reason').fill('waited too long');
        await page.getByRole('dialog').getByRole('button', { name: 'Grant membership' }).click();
      },
    },
    {
      name: 'to erase a customer',
      path: '/users/7',
      heading: /./,
      call: 'users/7/erase',
      async start(page) {
        await answerWith(page, 'users/7/erasure', () => ({ orders: 3, obstacles: [] }));
        await page.getByRole('button', { name: 'Erase…' }).click();
        await page.getByRole('dialog').getByRole('textbox').fill('7');
        await page.getByRole('dialog').getByRole('button', { name: 'Erase forever' }).click();
      },
    },
    {
      name: 'to merge a guest',
      path: '/users/7',
      heading: /./,
      call: 'users/7/merge',
      async start(page) {
        await page.getByRole('button', { name: 'Merge' }).click();
        await page.getByRole('dialog').getByLabel('Number of the signed-in customer').fill('8');
        await page.getByRole('dialog').getByLabel('Reason').fill('the same person');
        await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
      },
    },
    {
      name: 'to save a product',
      path: '/goods',
      heading: 'Products',
      call: 'goods/*',
      async start(page) {
        await page.getByRole('row').getByRole('button', { name: 'Edit' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      },
    },
    {
      name: 'to save a document',
      path: '/documents',
      heading: 'Documents',
      call: 'documents/*',
      async start(page) {
        await page.getByRole('row').getByRole('button', { name: 'Edit' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      },
    },
    {
      name: 'to add an operator',
      path: '/operators',
      heading: 'Operators',
      call: 'operators',
      async start(page) {
        await page.getByRole('button', { name: 'Add operator' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('carl');
        await page.getByRole('dialog').getByRole('button', { name: 'Add operator' }).click();
      },
    },
  ];

  for (const { name, path, heading, call, start } of slowCalls) {
    it(`does not close while its call ${name} runs`, async () => {
      const visit = await visitOwner();
      const { page } = visit;
      await answerWith(page, 'users/7', () => ({ ...user, kind: 'guest' }));
      const held = await holdCalls(page, call);
      await visit.open(path, heading);
      await start(page);
      await held.started;
      const dialog = page.getByRole('dialog');
      assert.equal(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled(), true);
      assert.equal(await dialog.getByRole('button', { name: 'Close' }).isDisabled(), true);
      await page.keyboard.press('Escape');
      await page.mouse.click(5, 400);
      await held.answer(409, { code: 'illegal_transition' });
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await visit.close(refusedCalls);
    });
  }

  it('that grants months sends how many grants it showed, so that a repeated call cannot grant more', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const held = await holdCalls(page, 'users/7/grants');
    await visit.open('/users/7', /./);
    await page.getByRole('button', { name: 'Grant membership' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('waited too long');
    await page.getByRole('dialog').getByRole('button', { name: 'Grant membership' }).click();
    const { grants_before } = await held.started;
    assert.equal(grants_before, user.grants.length);
    await held.answer(409, { code: 'illegal_transition', reason: 'months_granted_meanwhile' });
    await page.getByRole('dialog').getByText('got other months of membership meanwhile').waitFor();
    await visit.close(refusedCalls);
  });

  it('that refunds an order keeps its amount, and sends how many months were refunded when it opened', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    let order = detail('owner');
    await answerWith(page, 'orders/1', () => order);
    const held = await holdCalls(page, 'orders/1/refund');
    await page.clock.install();
    await visit.open('/orders/1', scriptTitle);
    await page.getByRole('button', { name: 'Refund ¥5.00' }).click();
    order = { ...order, refundable: 300, month_refunds: { refunded_before: 2, offers: [] } };
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Refund ¥3.00' }).first().waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('too dark');
    await dialog.getByRole('button', { name: 'Refund ¥5.00' }).click();
    assert.deepEqual(await held.started, { reason: 'too dark', refunded_before: 0 });
    await held.answer(409, { code: 'illegal_transition', reason: 'months_refunded_meanwhile' });
    await dialog.getByText('Other months of this order were refunded meanwhile.').waitFor();
    await visit.close(refusedCalls);
  });
});
