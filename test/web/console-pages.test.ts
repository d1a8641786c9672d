/** Every page of the console as the service sends it, under its policies, with answers that are made up. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { hostileTitle, mockApi, orderNo } from './console-api-stub.ts';
import { visitConsole } from './console-browser.ts';

const pages = [
  ['overview', '/', 'Overview'],
  ['orders', '/orders', 'Orders'],
  ['order', `/orders/${orderNo}`, hostileTitle],
  ['refunds', '/refunds', 'Refunds to confirm'],
  ['work', '/work', 'Failed work'],
  ['work-stuck', '/work?trouble=stuck', 'Failed work'],
  ['goods', '/goods', 'Goods'],
  ['users', '/users', 'Users'],
  ['user', '/users/7', 'User 7'],
  ['money', '/money', 'Money'],
  ['health', '/health', 'Health'],
  ['operators', '/operators', 'Operators'],
  ['audit-log', '/audit-log', 'Audit log'],
  ['account', '/account', 'My account'],
] as const;

/** Refused calls are told on the console by the browser itself. */
const refusedCalls = /Failed to load resource/;

describe('the console', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startServiceProcess({ DATA_DIR: dataDir }), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    remove();
  });

  for (const size of ['desktop', 'phone'] as const) {
    it(`shows each page on a ${size}, breaks no policy, and runs no text of a stranger`, async () => {
      const visit = await visitConsole(browser, service.url, size);
      await mockApi(visit.page, 'owner');
      for (const [name, path, heading] of pages) {
        await visit.open(path, heading);
        await visit.look(`made-up-${name}`);
      }
      await visit.close();
    });
  }

  it('in the dark keeps its contrasts', async () => {
    const visit = await visitConsole(browser, service.url, 'desktop', { colorScheme: 'dark' });
    await mockApi(visit.page, 'owner');
    for (const [name, path, heading] of pages.slice(0, 3)) {
      await visit.open(path, heading);
      await visit.look(`made-up-dark-${name}`);
    }
    await visit.close();
  });

  it('speaks Chinese to a Chinese browser', async () => {
    const visit = await visitConsole(browser, service.url, 'desktop', { locale: 'zh-CN' });
    await mockApi(visit.page, 'owner');
    await visit.open('/orders', '订单');
    await visit.page.getByRole('row').getByText('失败', { exact: true }).waitFor();
    await visit.look('made-up-chinese-orders');
    await visit.close();
  });

  it('shows a viewer no button that would be refused, and no page that is not theirs', async () => {
    const visit = await visitConsole(browser, service.url, 'desktop');
    await mockApi(visit.page, 'viewer');
    await visit.open(`/orders/${orderNo}`, hostileTitle);
    await visit.page.getByText('Your role does not show customers’ photos.').waitFor();
    for (const name of [/refund/i, /try again/i, /send again/i, /^retry/i, /discard/i]) {
      assert.equal(await visit.page.getByRole('main').getByRole('button', { name }).count(), 0, String(name));
    }
    await visit.open('/goods', 'Goods');
    await visit.page.getByRole('switch').first().waitFor();
    assert.equal(await visit.page.getByRole('button', { name: /Edit|Add a good|Further/ }).count(), 0);
    await visit.open('/audit-log', 'Not for your role');
    assert.equal(await visit.page.getByRole('link', { name: 'Audit log' }).count(), 0);
    await visit.close();
  });

  it('asks for a sign-in in the place of the page, and keeps its address', async () => {
    const visit = await visitConsole(browser, service.url, 'phone');
    await mockApi(visit.page, 'owner');
    await visit.open('/orders?status=pay', 'Orders');
    await visit.page.route('**/admin/api/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated' } }),
    );
    await visit.page.getByLabel('Payment').selectOption('refund');
    await visit.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await visit.look('session-ended');
    assert.equal(new URL(visit.page.url()).search, '?status=refund');
    await visit.close(refusedCalls);
  });

  it('tells in words that the service is away, and goes on when it is back', async () => {
    const visit = await visitConsole(browser, service.url, 'desktop');
    await mockApi(visit.page, 'owner');
    await visit.page.route('**/admin/api/goods', (route) => route.abort(), { times: 3 });
    await visit.open('/goods', 'Goods');
    await visit.page.getByRole('alert').getByText('The service does not answer').waitFor();
    await visit.look('service-away');
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByText(hostileTitle).first().waitFor();
    await visit.close(refusedCalls);
  });

  it('is led by the keyboard: to the content, and into a dialog and out of it', async () => {
    const visit = await visitConsole(browser, service.url, 'desktop');
    await mockApi(visit.page, 'owner');
    await visit.open(`/orders/${orderNo}`, hostileTitle);
    await visit.page.keyboard.press('Tab');
    assert.equal(await visit.page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
    const refund = visit.page.getByRole('button', { name: /^Refund/ });
    await refund.focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('dialog').getByLabel('Reason').waitFor();
    await visit.look('refund-dialog');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await refund.evaluate((button) => button === document.activeElement));
    await visit.close();
  });
});
