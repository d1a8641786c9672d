/** The end of a session while an operator types, with made-up responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Session } from '../../web/console/api/types.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite, fillSignIn } from './console-browser.ts';
import { session } from './made-up-operators.ts';

/** The message that the browser logs for each call that is answered with an error. */
const refusedCalls = /Failed to load resource/;
const minuteMs = 60_000;

const anna = session('owner');
const bea: Session = { ...anna, operator: { ...anna.operator, id: 2, name: 'bea' }, csrf_token: 'other' };

describe('when a session of the console ends', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  /** Opens a page with a typed note and a dialog with a typed reason. */
  async function visitTyping(): Promise<ConsoleVisit> {
    const visit = await openConsole('desktop');
    const { page } = visit;
    await stubApi(page, 'owner');
    await page.clock.install();
    await visit.open('/users/7', /./);
    await page.getByRole('textbox', { name: 'New note' }).fill('called twice');
    await page.getByRole('button', { name: 'Grant membership' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('waited too long');
    return visit;
  }

  /** Answers every call with 401 until somebody signs in as `next`. @returns the calls that were refused. */
  async function endSession(page: Page, next: Session): Promise<string[]> {
    const refused: string[] = [];
    let current: Session | null = null;
    await page.route('**/admin/api/**', (route) => {
      const request = route.request();
      const isSession = new URL(request.url()).pathname === '/admin/api/session';
      if (isSession && request.method() === 'POST') current = next;
      if (current !== null) return isSession ? route.fulfill({ json: current }) : route.fallback();
      refused.push(request.url());
      return route.fulfill({ status: 401, json: { code: 'unauthenticated' } });
    });
    await page.clock.fastForward(6 * minuteMs);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    return refused;
  }

  const note = (page: Page) => page.getByRole('textbox', { name: 'New note', includeHidden: true });
  const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason', includeHidden: true });

  it('the sign-in form covers the page completely, the page makes no further calls, and the same operator continues where they were', async () => {
    const visit = await visitTyping();
    const { page } = visit;
    const title = await page.title();
    const refused = await endSession(page, anna);
    await page.getByText('Your session has ended.').waitFor();
    const calls = refused.length;
    await page.clock.fastForward(30 * minuteMs);
    assert.deepEqual(refused.slice(calls), []);

    assert.equal(await note(page).isVisible(), false);
    assert.equal(await reason(page).isVisible(), false);
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.match(await page.title(), /^Sign in/);
    const shown = await page.evaluate(() => {
      const outside = [...document.querySelectorAll('body *')].filter(
        (one) => !one.closest('.sign-in-cover'),
      );
      const cover = getComputedStyle(document.querySelector('.sign-in-cover') ?? document.body);
      return {
        visible: outside.filter((one) => getComputedStyle(one).visibility === 'visible').length,
        colour: cover.backgroundColor,
        opacity: cover.opacity,
        corners: [
          [1, 1],
          [innerWidth - 2, 1],
          [1, innerHeight - 2],
          [innerWidth - 2, innerHeight - 2],
        ].every(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('.sign-in-cover') != null),
      };
    });
    assert.deepEqual([shown.visible, shown.opacity, shown.corners], [0, '1', true]);
    assert.match(shown.colour, /^rgb\(/);
    await visit.check('session-ended-over-page');

    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    for (let tabs = 0; tabs < 8; tabs += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused !== document.body && focused?.closest('.sign-in-cover') === null;
      });
      assert.equal(isOutside, false, 'the keyboard does not reach the covered page');
    }
    await fillSignIn(page, 'anna', 'a password');
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog').count(), 1);
    assert.equal(await reason(page).inputValue(), 'waited too long');
    assert.equal(await reason(page).isVisible(), true);
    assert.equal(await note(page).inputValue(), 'called twice');
    assert.equal(await page.title(), title);
    const poll = page.waitForRequest('**/admin/api/session');
    await page.clock.fastForward(6 * minuteMs);
    await poll;
    await visit.close(refusedCalls);
  });

  it('another operator gets new pages, in which nothing is left of what was typed', async () => {
    const visit = await visitTyping();
    const { page } = visit;
    await endSession(page, bea);
    await fillSignIn(page, 'bea', 'a password');
    await page.getByRole('button', { name: /^bea/ }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await note(page).inputValue(), '');
    await visit.close(refusedCalls);
  });

  it('because the operator signs out, nothing of the page is left', async () => {
    const visit = await openConsole('desktop');
    const { page } = visit;
    await stubApi(page, 'owner');
    await visit.open('/users/7', /./);
    await note(page).fill('called twice');
    await page.route('**/admin/api/**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 204 })
        : route.fulfill({ status: 401, json: { code: 'unauthenticated' } }),
    );
    await page.getByRole('button', { name: /^anna/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    assert.equal(await note(page).count(), 0);
    assert.equal(await page.getByText('Your session has ended.').count(), 0);
    await visit.close(refusedCalls);
  });
});
