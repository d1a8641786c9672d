/** What an operator has typed and not saved yet, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '../../web/console/texts/en.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite, type Size } from './console-browser.ts';
import { holdCalls } from './held-calls.ts';
import { inbox } from './made-up-inbox.ts';
import { apiTokens } from './made-up-operators.ts';
import { later } from './made-up-values.ts';

describe('in the console, what is not saved', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  async function visitOwner(size: Size = 'desktop'): Promise<ConsoleVisit> {
    const visit = await openConsole(size);
    await stubApi(visit.page, 'owner');
    return visit;
  }

  const question = (page: Page) => page.getByRole('dialog', { name: en.common.leaveTitle });
  const note = (page: Page) => page.getByRole('textbox', { name: 'New note' });
  /** Whether the browser would ask before it reloads or closes the page. */
  const asksBeforeReload = (page: Page) =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

  it('in a note is kept until the operator agrees to leave the page', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await visit.open('/users/7', /./);
    assert.equal(await asksBeforeReload(page), false);
    await note(page).fill('called twice');
    assert.equal(await asksBeforeReload(page), true);
    const side = page.getByRole('link', { name: 'Orders', exact: true });
    await side.click();
    await question(page).getByRole('button', { name: en.common.stay }).click();
    assert.equal(await note(page).inputValue(), 'called twice');
    const held = await holdCalls(page, 'notes');
    await page.getByRole('button', { name: 'Add note' }).click();
    await held.started;
    await held.answer(201, { id: 9, operator: 'anna', text: 'called twice', created_at: later });
    await page.getByText('Note added.').waitFor();
    assert.equal(await asksBeforeReload(page), false);
    await note(page).fill('called again');
    await side.click();
    await question(page).getByRole('button', { name: en.common.leave }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await visit.close();
  });

  it('in the dialog of a rule is kept when the operator goes back, and nothing is asked after Cancel', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await visit.open('/orders', 'Orders');
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const field = page.getByRole('dialog').getByRole('textbox').last();
    assert.equal(await asksBeforeReload(page), false);
    await field.fill('new text');
    assert.equal(await asksBeforeReload(page), true);
    await page.evaluate(() => history.back());
    await question(page).getByRole('button', { name: en.common.stay }).click();
    assert.equal(await field.inputValue(), 'new text');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await asksBeforeReload(page), false);
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await visit.close();
  });

  it('in the forms of the account page is kept until the operator agrees to leave the page or to sign out', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    await visit.open('/account', 'My account');
    const password = page.getByRole('textbox', { name: 'New password', exact: true });
    const token = page.getByRole('textbox', { name: 'Name' });
    for (const field of [password, token]) {
      await field.fill('several random words');
      assert.equal(await asksBeforeReload(page), true);
      for (const leave of [
        page.getByRole('link', { name: 'Orders', exact: true }),
        page.getByRole('main').getByRole('button', { name: 'Sign out' }),
      ]) {
        await leave.click();
        await question(page).getByRole('button', { name: en.common.stay }).click();
        assert.equal(await field.inputValue(), 'several random words');
      }
      await field.fill('');
      assert.equal(await asksBeforeReload(page), false);
    }
    await page.getByLabel('Role').selectOption('support');
    await token.fill('till');
    const held = await holdCalls(page, 'api_tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await held.started;
    await held.answer(201, { api_token: { ...apiTokens.api_tokens[0], name: 'till' }, secret: 'pk_1' });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    assert.equal(await asksBeforeReload(page), false);
    await visit.close();
  });

  for (const size of ['desktop', 'phone'] as const)
    it(`in a note of an inbox item is kept when the item disappears, on a ${size}`, async () => {
      const visit = await visitOwner(size);
      const { page } = visit;
      await page.clock.install();
      let items = inbox.items;
      await page.route('**/admin/api/inbox', (route) => route.fulfill({ json: { items, cut_topics: [] } }));
      /** The inbox is fetched again, without the items at these positions. */
      const fetchWithout = async (...positions: number[]) => {
        items = inbox.items.filter((_, index) => !positions.includes(index));
        const fetched = page.waitForResponse('**/admin/api/inbox');
        await page.clock.fastForward(20_000);
        await (await fetched).finished();
      };
      await visit.open('/inbox', 'Inbox');
      const details = page.getByRole('button', { name: 'Details' });
      await details.nth(1).click();
      await note(page).fill('wait for the bank');
      await fetchWithout(0, 1, 4);
      await page.getByText(en.inbox.gone).waitFor();
      assert.equal(await note(page).inputValue(), 'wait for the bank');
      assert.equal(await note(page).evaluate((field) => field === document.activeElement), true);
      assert.equal(await details.count(), inbox.items.length - 2);
      await visit.check('inbox-item-gone');
      await details.first().click();
      await note(page).waitFor({ state: 'detached' });
      await details.first().click();
      assert.equal(await note(page).inputValue(), 'wait for the bank', 'a closed row keeps the note');
      await note(page).fill('');
      await page.getByText(en.inbox.gone).waitFor({ state: 'detached' });
      assert.equal(await details.count(), inbox.items.length - 3);
      assert.equal(await asksBeforeReload(page), false);
      await visit.close();
    });
});
