/** The keyboard focus when the control that has it disappears or is disabled, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { OrderDetail } from '../../web/console/api/types.ts';
import { en } from '../../web/console/texts/en.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite } from './console-browser.ts';
import { holdCalls } from './held-calls.ts';
import { notes } from './made-up-inbox.ts';
import { apiTokens } from './made-up-operators.ts';
import { detail, order, savedFilters } from './made-up-orders.ts';
import { settings } from './made-up-settings.ts';
import { later, scriptTitle } from './made-up-values.ts';

describe('in the console, the keyboard focus', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  async function visitOwner(): Promise<ConsoleVisit> {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    return visit;
  }

  /** Waits until the control with this text, name or label has the focus. */
  const focusIsOn = (page: Page, text: string, inRow = '') =>
    page.waitForFunction(
      ([wanted, row]) => {
        const active = document.activeElement as HTMLInputElement | null;
        const names = [active?.textContent, active?.ariaLabel, active?.labels?.[0]?.textContent];
        return names.includes(wanted) && (active?.closest('tr, .note')?.textContent ?? '').includes(row);
      },
      [text, inRow] as const,
    );

  it('moves from a button in a list whose row disappears to the next row, and from the last row to the heading', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const [token] = apiTokens.api_tokens;
    assert.ok(token !== undefined);
    let tokens = [1, 2, 3].map((id) => ({ ...token, id, name: `token ${id}` }));
    await page.route('**/admin/api/api_tokens', (route) => route.fulfill({ json: { api_tokens: tokens } }));
    await page.route('**/admin/api/api_tokens/*', (route) => {
      tokens = tokens.filter(({ id }) => !route.request().url().endsWith(`/${id}`));
      return route.fulfill({ json: {} });
    });
    await visit.open('/account', 'My account');
    const revoke = page.getByRole('button', { name: 'Revoke' });
    await revoke.nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByText('token 2').waitFor({ state: 'detached' });
    await focusIsOn(page, 'Revoke', 'token 3');
    await page.keyboard.down('Enter');
    await focusIsOn(page, 'Revoke', 'token 1');
    await page.evaluate(() =>
      document.addEventListener('click', () => document.body.setAttribute('data-clicked', ''), true),
    );
    // The key is still held, so this is a repetition.
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    assert.equal(await page.locator('body').getAttribute('data-clicked'), null);
    await page.getByText('token 3').waitFor({ state: 'detached' });
    await focusIsOn(page, 'Revoke', 'token 1');
    await page.keyboard.press('Enter');
    await focusIsOn(page, 'API tokens');
    await visit.close();
  });

  it('is on the first new row after “Load more” has loaded the last page', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await page.route(/\/admin\/api\/orders(\?|$)/, (route) => {
      const isSecond = route.request().url().includes('before=');
      const ids = isSecond ? [3, 4] : [1, 2];
      const orders = ids.map((id) => ({ ...order, id, order_no: `ORDER-${id}` }));
      return route.fulfill({ json: { orders, before: isSecond ? null : 'next' } });
    });
    await visit.open('/orders', 'Orders');
    const more = page.getByRole('button', { name: 'Load more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await more.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.closest('tr')?.textContent?.includes('ORDER-3'));
    await visit.close();
  });

  it('is on the field after a note is added, and on the next note after one is removed in a dialog', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const [first] = notes.notes;
    assert.ok(first !== undefined);
    let stored = [1, 2].map((id) => ({ ...first, id, text: `note ${id}` }));
    await page.route('**/admin/api/notes?*', (route) =>
      route.fulfill({ json: { notes: stored, before: null } }),
    );
    await page.route('**/admin/api/notes/*', (route) => {
      stored = stored.filter(({ id }) => !route.request().url().endsWith(`/${id}`));
      return route.fulfill({ json: {} });
    });
    const held = await holdCalls(page, 'notes');
    await visit.open('/users/7', /./);
    await page.getByRole('textbox', { name: 'New note' }).fill('called back');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await held.started;
    await held.answer(201, { ...first, id: 3, text: 'called back', created_at: later });
    await focusIsOn(page, 'New note');
    const remove = page.getByRole('button', { name: 'Remove', exact: true });
    for (const wanted of ['Remove', 'Internal notes']) {
      await remove.first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focusIsOn(page, wanted, wanted === 'Remove' ? 'note 2' : '');
    }
    await visit.close();
  });

  it('is on the heading after an order was refunded, and on that of the problem after an answer', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const before = detail('owner');
    const answered = { state: 'answered', answer: 'reply', reply: 'Sorry', answered_at: later } as const;
    const after: OrderDetail = {
      ...before,
      actions: ['retry'],
      problems: before.problems.map((problem) => ({ ...problem, ...answered })),
    };
    await page.route('**/admin/api/orders/1/refund', (route) =>
      route.fulfill({ json: { ...before, actions: ['retry'] } }),
    );
    await page.route('**/admin/api/problems/*/reply', (route) => route.fulfill({ json: after }));
    await visit.open('/orders/1', scriptTitle);
    const act = async (button: RegExp, field: RegExp, confirm: RegExp) => {
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: field }).fill('Sorry');
      await dialog.getByRole('button', { name: confirm }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await act(/^Refund ¥/, /Reason/, /^Refund/);
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    await act(/^Reply$/, /./, /Reply|Send/);
    await focusIsOn(page, 'Problem reported by the customer');
    await visit.close();
  });

  it('is on the heading after the settings are saved, and stays where the operator has moved it meanwhile', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    const name = page.getByRole('textbox', { name: 'Shop name' });
    const save = async () => {
      await name.fill('Corner Photo');
      const held = await holdCalls(page, 'settings');
      await page.getByRole('button', { name: 'Save' }).focus();
      await page.keyboard.press('Enter');
      await held.started;
      return () => held.answer(200, { ...settings, version: 'saved' });
    };
    const answer = await save();
    await answer();
    await focusIsOn(page, 'Settings');
    const again = await save();
    const contact = page.getByRole('textbox', { name: 'Contact', exact: true });
    await contact.focus();
    await again();
    await page.getByText('Settings saved.').nth(1).waitFor();
    assert.equal(await contact.evaluate((field) => field === document.activeElement), true);
    await visit.close();
  });

  it('stays in the row of a saved filter that is moved, and goes to the next row when a filter is removed', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await page.route('**/admin/api/saved_filter_order', (route) => {
      const { ids } = route.request().postDataJSON() as { ids: string[] };
      const filters = ids.flatMap((id) => savedFilters.filters.find((filter) => filter.id === id) ?? []);
      return route.fulfill({ json: { filters } });
    });
    await visit.open('/orders', 'Orders');
    await page.getByRole('button', { name: en.filters.manage }).click();
    const { failed, refund_failed, paid_today } = en.filters.names;
    await page.getByRole('button', { name: en.filters.down(refund_failed) }).focus();
    await page.keyboard.press('Enter');
    await focusIsOn(page, en.filters.down(refund_failed));
    await page.getByRole('button', { name: en.filters.up(failed) }).focus();
    await page.keyboard.press('Enter');
    await focusIsOn(page, en.filters.down(failed));
    await page.getByRole('button', { name: en.filters.remove(refund_failed) }).focus();
    await page.keyboard.press('Enter');
    await focusIsOn(page, en.filters.remove(paid_today));
    await visit.close();
  });

  it('stays on a button that is disabled while its call runs', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await page.route('**/admin/api/jobs/*/retry', (route) =>
      route.fulfill({ status: 409, json: { code: 'conflict' } }),
    );
    await visit.open('/jobs', 'Failed jobs');
    await page.getByRole('row').getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: /./ }).last().waitFor();
    await focusIsOn(page, 'Retry');
    await visit.close(/Failed to load resource/);
  });
});
