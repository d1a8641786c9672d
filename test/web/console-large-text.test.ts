/**
 * The console with text of twice the usual size, on a phone and on a desktop. The size is set as the font setting of
 * the browser, which also moves the widths at which style sheets change the page (`em` in media queries).
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WebhookDeliveries, WebhookEndpoints } from '../../web/console/api/types.ts';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { saveScreenshot, skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { type ConsoleVisit, consoleOfSuite } from './console-browser.ts';
import { textFaults } from './large-text.ts';
import { session } from './made-up-operators.ts';
import { at, scriptTitle } from './made-up-values.ts';

const paths = [
  ...['/', '/inbox', '/orders', '/orders?status=pay&period=today', '/orders/1', '/refunds'],
  ...['/refunds?state=failed', '/jobs', '/jobs?trouble=stuck', '/goods', '/documents', '/users', '/users/7'],
  ...['/numbers', '/payments', '/reconciliation', '/reconciliation?state=resolved', '/health', '/webhooks'],
  ...['/settings', '/operators', '/audit-log', '/account'],
];

const endpoints: WebhookEndpoints = {
  endpoints: [
    {
      ...{
        id: 3,
        origin: 'console',
        url: 'https://shop.example/webhooks/photokiosk',
        events: ['order.paid'],
      },
      ...{ state: 'off', off_reason: 'gone', state_since: at, failing_since: at, former_secret_until: at },
      ...{ created_at: at, version: '1' },
    },
  ],
  event_types: ['order.paid', 'reconciliation.difference'],
};
const deliveries: WebhookDeliveries = {
  deliveries: [
    {
      ...{ event_id: 'evt_1', type: 'reconciliation.difference', order_id: 1, created_at: at },
      ...{ state: 'failed', attempts: 9, last_attempt_at: at, last_status: 500, last_error: null },
      delivered_at: null,
    },
  ],
  before: null,
};

async function stubEverything(page: Page): Promise<void> {
  await stubApi(page, 'owner');
  const owner = session('owner');
  const permissions = [...owner.permissions, 'webhooks_see', 'webhooks_manage'];
  const answers = [
    ['session', { ...owner, permissions }],
    ['webhook_endpoints', endpoints],
    ['webhook_endpoints/3/deliveries*', deliveries],
  ] as const;
  for (const [path, json] of answers)
    await page.route(`**/admin/api/${path}`, (route) => route.fulfill({ json }));
}

async function enlargeText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await browser.detach();
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  assert.equal(size, '32px');
}

/** @returns what is wider than the window, cut or overlaps. Lists may scroll in their own box. */
async function faultsOf({ page }: ConsoleVisit, name: string): Promise<string[]> {
  // Chromium forgets the size when the window changes, for example after a screenshot.
  await enlargeText(page);
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' });
  const faults = await textFaults(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await saveScreenshot(page, `console/large-text-${name}`, { scale: 'css' });
  return [...(overflow > 1 ? [`${overflow} px too wide`] : []), ...faults].map(
    (fault) => `${name}: ${fault}`,
  );
}

describe('the console with text of twice the size', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  for (const [size, locale, texts] of [
    ['phone', 'en-GB', en],
    ['phone', 'zh-CN', zh],
    ['desktop', 'en-GB', en],
  ] as const) {
    it(`shows each page no wider than the window and cuts no text, on a ${size} in ${locale}`, async () => {
      const visit = await openConsole(size, { locale });
      await stubEverything(visit.page);
      const faults: string[] = [];
      for (const path of paths) {
        await visit.open(path, /./);
        faults.push(...(await faultsOf(visit, `${path.replaceAll(/\W+/g, '-')}-${size}-${locale}`)));
      }
      assert.deepEqual(faults, []);
      await visit.close();
    });

    it(`cuts no text of the navigation, the account menu and dialogs, on a ${size} in ${locale}`, async () => {
      const visit = await openConsole(size, { locale });
      const { page } = visit;
      await stubEverything(page);
      page.setDefaultTimeout(20_000);
      const faults: string[] = [];
      const examine = async (name: string) => {
        await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
        faults.push(...(await faultsOf(visit, `${name}-${size}-${locale}`)));
      };
      const close = async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
      await visit.open('/orders/1', scriptTitle);
      await enlargeText(page);
      await press(texts.layout.menu);
      await examine('navigation');
      await close();
      await press(/^anna/);
      await examine('account-menu');
      await close();
      await press(texts.finder.title);
      await examine('finder');
      await close();
      await press(texts.orders.settle);
      await examine('settle-dialog');
      await close();
      await visit.open('/goods', texts.layout.pages.goods);
      await press(texts.goods.add);
      await examine('good-dialog');
      await close();
      await visit.open('/documents', texts.layout.pages.documents);
      await press(texts.common.edit);
      await examine('document-dialog');
      // The menu covers the page.
      const isOverlap = (fault: string) => /^account-menu.*: overlap/.test(fault);
      assert.deepEqual(
        faults.filter((fault) => !isOverlap(fault)),
        [],
      );
      await visit.close();
    });
  }
});
