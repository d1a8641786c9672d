/** The focus after a navigation in the console, with made-up responses of the service. */

import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { consoleOfSuite } from './console-browser.ts';

describe('after a navigation in the console', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  const headingHasFocus = (page: Page, text: string) =>
    page.waitForFunction(
      (wanted) => document.activeElement?.matches('h1') && document.activeElement.textContent === wanted,
      text,
      { timeout: 20_000 },
    );

  for (const size of ['desktop', 'phone'] as const)
    it(`the focus is on the heading of the new page, but a filter keeps the focus, on a ${size}`, async () => {
      const visit = await openConsole(size);
      const { page } = visit;
      await stubApi(page, 'owner');
      const follow = async (name: string) => {
        if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('link', { name, exact: true }).click();
        await headingHasFocus(page, name);
      };
      await visit.open('/jobs', 'Failed jobs');
      await page.waitForFunction(() => document.activeElement === document.body);
      await follow('Orders');
      const number = page.getByRole('textbox', { name: 'Order number' });
      await number.fill('ABC');
      await page.waitForURL('**/orders?order_no=ABC');
      await page.waitForFunction(() => document.activeElement?.matches('input'));
      await follow('Documents');
      await visit.close();
    });
});
