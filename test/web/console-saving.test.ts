/** What operators type in the console while a call saves, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite } from './console-browser.ts';
import { holdCalls } from './held-calls.ts';
import { settings } from './made-up-settings.ts';
import { later } from './made-up-values.ts';

describe('what an operator types while a call saves', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  async function visitOwner(): Promise<ConsoleVisit> {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    return visit;
  }

  const settingsWith = (values: Readonly<Record<string, string>>, version: string) => ({
    settings: settings.settings.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
    version,
  });

  it('in the settings stays unsaved, also a value that was stored before', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const stored = settingsWith({ shop_name: 'Old Photo' }, 'seen');
    await page.route('**/admin/api/settings', (route) => route.fulfill({ json: stored }));
    const first = await holdCalls(page, 'settings');
    await visit.open('/settings', 'Settings');
    const name = page.getByRole('textbox', { name: 'Shop name' });
    const contact = page.getByRole('textbox', { name: 'Contact', exact: true });
    const save = page.getByRole('button', { name: 'Save' });
    await name.fill('Corner Photo');
    await contact.fill('hello@photo.example');
    await save.click();
    assert.deepEqual(await first.started, {
      shop_name: 'Corner Photo',
      contact: 'hello@photo.example',
      version: 'seen',
    });
    await name.fill('Old Photo');
    await page.getByRole('textbox', { name: 'Company' }).fill('Corner Photo Ltd');
    assert.equal(await page.getByRole('button', { name: 'Discard changes' }).isDisabled(), true);
    await first.answer(200, settingsWith({ shop_name: 'Corner Photo' }, 'saved'));
    await page.getByText('Settings saved.').waitFor();
    assert.equal(await name.inputValue(), 'Old Photo');
    const next = await holdCalls(page, 'settings');
    await save.click();
    assert.deepEqual(await next.started, {
      shop_name: 'Old Photo',
      company: 'Corner Photo Ltd',
      version: 'saved',
    });
    await next.answer(
      200,
      settingsWith({ shop_name: 'Old Photo', company: 'Corner Photo Ltd' }, 'saved again'),
    );
    await page.getByText('Not saved yet').first().waitFor({ state: 'detached' });
    assert.equal(await save.isDisabled(), true);
    await visit.close();
  });

  it('in the form of notes stays in the form', async () => {
    const visit = await visitOwner();
    const { page } = visit;
    const held = await holdCalls(page, 'notes');
    await visit.open('/users/7', /./);
    const note = page.getByRole('textbox', { name: 'New note' });
    await note.fill('called back');
    await page.getByRole('button', { name: 'Add note' }).click();
    await held.started;
    await note.fill('called back, wants a new picture');
    await held.answer(201, { id: 9, operator: 'anna', text: 'called back', created_at: later });
    await page.getByText('Note added.').waitFor();
    assert.equal(await note.inputValue(), 'called back, wants a new picture');
    const next = await holdCalls(page, 'notes');
    await page.getByRole('button', { name: 'Add note' }).click();
    await next.started;
    await next.answer(201, { id: 10, operator: 'anna', text: 'called back', created_at: later });
    await page.getByText('Note added.').nth(1).waitFor();
    assert.equal(await note.inputValue(), '');
    await visit.close();
  });
});
