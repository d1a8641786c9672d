/** Helpers for tests of the console in a browser: they open pages, take screenshots and run axe-core on the page. */

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  desktop,
  launchBrowser,
  newVisitor,
  phone,
  saveScreenshot,
  type Visitor,
} from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { seriousFindings } from './accessibility.ts';

const sizes = { desktop, phone } as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof sizes;

export interface ConsoleVisit extends Visitor {
  /** Opens a page of the console and waits for its heading. */
  open(path: string, heading: string | RegExp): Promise<void>;
  /**
   * Takes a screenshot; asserts that axe-core finds no serious problem and that nothing is wider than the screen.
   * @param whilePending true if the page still waits for a call. Otherwise this waits until the page shows no loader.
   */
  check(name: string, whilePending?: boolean): Promise<void>;
  signIn(name: string, password: string): Promise<void>;
  /** Asserts that the browser reported no error except those that match `expected`, and closes the window. */
  close(expected?: RegExp): Promise<void>;
}

/** Fills the sign-in form once it is shown and sends it. It does not wait for the result. */
export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  // A page on which the session has ended may still be shown, and has fields with the same labels.
  const form = page.locator('form').filter({ has: button });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await button.click();
}

/**
 * Starts a service and a browser before the tests of the suite that calls this, and ends them afterwards.
 * @returns a function that opens the console of this service.
 */
export function consoleOfSuite() {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startServiceProcess({ DATA_DIR: dataDir }), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });
  return (size: Size, options?: BrowserContextOptions): Promise<ConsoleVisit> =>
    openConsole(browser, service.url, size, options);
}

export async function openConsole(
  browser: Browser,
  url: string,
  size: Size,
  options: BrowserContextOptions = {},
): Promise<ConsoleVisit> {
  const visitor = await newVisitor(browser, { locale: 'en-GB', ...sizes[size], baseURL: url, ...options });
  const { page, context, complaints } = visitor;
  page.setDefaultTimeout(180_000);
  // If the page ran a script that the test data contain, the script would open a dialog.
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    ...visitor,
    async open(path, heading) {
      // Open further pages without a reload, as a link does. To load the console again would take most of the time.
      if (new URL(page.url()).pathname.startsWith('/admin')) {
        await page.evaluate((address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        }, `/admin${path}`);
      } else await page.goto(`/admin${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    async check(name, whilePending = false) {
      const busy = page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first();
      if (!whilePending) await busy.waitFor({ state: 'detached' });
      // An open dialog covers the screen only, so do not take a screenshot of the whole page.
      const fullPage = (await page.getByRole('dialog').count()) === 0;
      await saveScreenshot(page, `console/${name}-${size}`, { fullPage, scale: 'css' });
      assert.deepEqual(await seriousFindings(page), [], `${name} on a ${size}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 1, `${name} is ${overflow} px wider than the ${size}`);
      const clipped = await page.evaluate(() =>
        [...document.querySelectorAll('.data-grid .mantine-ScrollArea-viewport')]
          .filter((list) => list.scrollWidth > list.clientWidth + 1)
          .map((list) => `${list.textContent?.slice(0, 80)}: ${list.scrollWidth} in ${list.clientWidth}`),
      );
      assert.deepEqual(clipped, [], `lists wider than their container in ${name} on a ${size}`);
    },
    async signIn(name, password) {
      await fillSignIn(page, name, password);
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
    },
    async close(expected = /^$/) {
      assert.deepEqual(
        complaints.filter((text) => !expected.test(text)),
        [],
      );
      await context.close();
    },
  };
}
