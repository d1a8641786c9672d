/** Every page of the console as the service sends it, under its security policy, with made-up responses. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { stubApi } from './console-api-stub.ts';
import { consoleOfSuite } from './console-browser.ts';
import { session } from './made-up-operators.ts';
import { settlementToApprove } from './made-up-orders.ts';
import { scriptTitle } from './made-up-values.ts';

type Texts = typeof en;

const pages: readonly (readonly [name: string, path: string, heading: (texts: Texts) => string])[] = [
  ['overview', '/', ({ layout }) => layout.pages.overview],
  ['orders', '/orders', ({ layout }) => layout.pages.orders],
  ['order', '/orders/1', () => scriptTitle],
  ['inbox', '/inbox', ({ layout }) => layout.pages.inbox],
  ['inbox-unassigned', '/inbox?whose=unassigned', ({ layout }) => layout.pages.inbox],
  ['refunds-failed', '/refunds?state=failed', ({ layout }) => layout.pages.refunds],
  ['refunds', '/refunds', ({ layout }) => layout.pages.refunds],
  ['jobs', '/jobs', ({ layout }) => layout.pages.jobs],
  ['jobs-stuck', '/jobs?trouble=stuck', ({ layout }) => layout.pages.jobs],
  ['goods', '/goods', ({ layout }) => layout.pages.goods],
  ['documents', '/documents', ({ layout }) => layout.pages.documents],
  ['users', '/users', ({ layout }) => layout.pages.users],
  ['user', '/users/7', ({ common }) => common.customerNumber(7)],
  ['numbers', '/numbers', ({ layout }) => layout.pages.numbers],
  ['payments', '/payments', ({ layout }) => layout.pages.payments],
  ['reconciliation', '/reconciliation', ({ layout }) => layout.pages.reconciliation],
  ['reconciliation-resolved', '/reconciliation?state=resolved', ({ layout }) => layout.pages.reconciliation],
  ['health', '/health', ({ layout }) => layout.pages.health],
  ['settings', '/settings', ({ layout }) => layout.pages.settings],
  ['operators', '/operators', ({ layout }) => layout.pages.operators],
  ['audit-log', '/audit-log', ({ layout }) => layout.pages.auditLog],
  ['account', '/account', ({ layout }) => layout.pages.account],
];

const languages = [
  ['english', 'en-GB', en],
  ['chinese', 'zh-CN', zh],
] as const;

/** The message that the browser logs for each call that is answered with an error. */
const refusedCalls = /Failed to load resource/;

describe('the console', { skip: skipWithoutChromium() }, () => {
  const openConsole = consoleOfSuite();

  for (const size of ['desktop', 'phone'] as const) {
    for (const [language, locale, texts] of languages) {
      it(`shows each page in ${language} on a ${size}, no wider than the screen and without running scripts in texts`, async () => {
        const visit = await openConsole(size, { locale });
        await stubApi(visit.page, 'owner');
        for (const [name, path, heading] of pages) {
          await visit.open(path, heading(texts));
          await visit.check(`made-up-${language}-${name}`);
        }
        await visit.close();
      });
    }
  }

  it('says on every page that no real money moves while the sandbox is enabled, and never otherwise', async () => {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    for (const path of ['/', '/orders', '/payments']) {
      await visit.page.goto(`/admin${path}`);
      await visit.page.getByText(en.layout.sandbox).waitFor();
    }
    const { shop, ...signedIn } = session('owner');
    await visit.page.route('**/admin/api/session', (route) =>
      route.fulfill({ json: { ...signedIn, shop: { ...shop, providers: ['bank'] } } }),
    );
    await visit.page.reload();
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await visit.page.getByText(en.layout.sandbox).count(), 0);
    await visit.close();
  });

  it('has in dark mode the contrast that axe-core requires', async () => {
    const visit = await openConsole('desktop', { colorScheme: 'dark' });
    await stubApi(visit.page, 'owner');
    for (const [name, path, heading] of pages.slice(0, 3)) {
      await visit.open(path, heading(en));
      await visit.check(`made-up-dark-${name}`);
    }
    await visit.close();
  });

  it('shows every part of the page in the other language as soon as the operator chooses this language', async () => {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    await visit.open('/orders', 'Orders');
    await visit.page.getByRole('button', { name: /^anna/ }).click();
    await visit.page.getByRole('menuitem', { name: '中文' }).click();
    await visit.page.getByRole('heading', { level: 1, name: '订单' }).waitFor();
    await visit.page.getByRole('row').getByText('处理失败', { exact: true }).waitFor();
    await visit.page.getByRole('link', { name: '操作日志' }).waitFor();
    assert.equal(await visit.page.getByText('Orders', { exact: true }).count(), 0);
    await visit.close();
  });

  it('shows a viewer no button whose call would be refused, and no page that a viewer may not open', async () => {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'viewer');
    await visit.open('/orders/1', scriptTitle);
    await visit.page.getByText('Your role cannot see customers’ photos.').waitFor();
    for (const name of [/refund/i, /redeliver/i, /^retry/i, /discard/i]) {
      assert.equal(await visit.page.getByRole('main').getByRole('button', { name }).count(), 0, String(name));
    }
    await visit.open('/goods', 'Products');
    await visit.page.getByRole('switch').first().waitFor();
    assert.equal(await visit.page.getByRole('button', { name: /Edit|Add product|Move/ }).count(), 0);
    await visit.open('/audit-log', 'You don’t have access to this page');
    assert.equal(await visit.page.getByRole('link', { name: 'Audit log' }).count(), 0);
    await visit.close();
  });

  it('shows the sign-in form instead of the page when the session ends, and keeps the address of the page', async () => {
    const visit = await openConsole('phone');
    await stubApi(visit.page, 'owner');
    await visit.open('/orders?status=pay', 'Orders');
    // Wait for the last call of the page, so that the first call that is refused is the one that the filter causes.
    await visit.page.locator('.thumbnail img').waitFor();
    await visit.page.route('**/admin/api/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated' } }),
    );
    await visit.page.getByRole('button', { name: 'Filters (1)' }).click();
    await visit.page.getByLabel('Payment').selectOption('refund');
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visit.check('session-ended');
    assert.equal(new URL(visit.page.url()).search, '?status=refund');
    await visit.close(refusedCalls);
  });

  for (const [language, locale, texts] of languages) {
    it(`shows the list of orders on a phone’s first screen in ${language}: a button shows the filters and says how many are set`, async () => {
      const visit = await openConsole('phone', { locale });
      const { page } = visit;
      await stubApi(page, 'owner');
      await visit.open('/orders?status=pay&period=today', texts.layout.pages.orders);
      const picture = page.locator('.data-grid .thumbnail img').first();
      await picture.waitFor();
      const { y } = (await picture.boundingBox()) ?? assert.fail('the first order is not shown');
      assert.ok(y < 700, `the first order is at ${y} px`);
      await visit.check(`made-up-${language}-orders-folded`);
      assert.equal(await page.getByLabel(texts.orders.payment).count(), 0);
      const button = page.getByRole('button', { name: texts.filters.button(2), exact: true });
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
      await button.click();
      await page.getByLabel(texts.orders.payment).selectOption('refund');
      await page.waitForURL('**/orders?status=refund&period=today');
      await visit.check(`made-up-${language}-orders-unfolded`);
      await page.getByRole('button', { name: texts.common.clear }).click();
      await page.getByRole('button', { name: texts.filters.button(0), exact: true }).waitFor();
      await visit.close();
    });

    it(`leaves the text of a refund wide enough to read beside or above its button, in ${language}`, async () => {
      for (const [size, width] of [
        ['desktop', 1440],
        ['desktop', 1210],
        ['desktop', 1000],
        ['phone', 390],
      ] as const) {
        const viewport = { width, height: 900 };
        const visit = await openConsole(size, { locale, viewport });
        await stubApi(visit.page, 'owner');
        await visit.open('/orders/1', scriptTitle);
        const button = visit.page.getByRole('button', { name: texts.orders.settle });
        const box = await button.locator('xpath=preceding-sibling::*').boundingBox();
        assert.ok(box !== null && box.width >= 220, `${box?.width} px of ${width}`);
        await visit.check(`made-up-${language}-failed-refund-${width}`);
        await visit.close();
      }
    });

    it(`says that an approval is for the settlement of a failed refund, in the inbox and when an operator approves or rejects it, in ${language}`, async () => {
      const visit = await openConsole('desktop', { locale });
      const { page } = visit;
      const t = texts.orders;
      await stubApi(page, 'owner');
      await page.route('**/admin/api/orders/1', (route) => route.fulfill({ json: settlementToApprove() }));
      await visit.open('/inbox', texts.layout.pages.inbox);
      await page.getByRole('row').getByText(texts.inbox.settlementToApprove, { exact: true }).waitFor();
      await visit.open('/orders/1', scriptTitle);
      await page.getByText(t.approvalSettleTitle, { exact: true }).waitFor();
      assert.equal(await page.getByRole('alert').filter({ hasText: t.refundFailedTitle }).count(), 0);
      await page.getByRole('button', { name: t.rejectSettle, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t.rejectSettleTitle });
      await dialog.getByText(t.rejectSettleText).waitFor();
      await visit.check(`made-up-${language}-reject-settlement`);
      await dialog.getByRole('button', { name: texts.common.cancel }).click();
      await page.getByRole('button', { name: t.approveSettle, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: t.settleConfirm, exact: true }).waitFor();
      for (const wrong of [t.approve, t.reject]) {
        assert.equal(await page.getByRole('button', { name: wrong, exact: true }).count(), 0, wrong);
      }
      await visit.close();
    });

    it(`counts orders with a failed refund apart from refunds in progress, in ${language}`, async () => {
      const visit = await openConsole('desktop', { locale });
      await stubApi(visit.page, 'owner');
      await visit.open('/', texts.layout.pages.overview);
      const { refund_stuck, refund_open } = texts.names.orderState;
      const legend = visit.page.locator('.ring-and-legend .legend li');
      const counted = async (name: string) =>
        String(await legend.filter({ hasText: name }).textContent()).replace(name, '');
      await legend.first().waitFor();
      assert.deepEqual([await counted(refund_stuck), await counted(refund_open)], ['3', '1']);
      await visit.close();
    });

    it(`asks before a link, the back button or another language loses unsaved settings, in ${language}`, async () => {
      const visit = await openConsole('desktop', { locale });
      const { page } = visit;
      await stubApi(page, 'owner');
      await visit.open('/inbox', texts.layout.pages.inbox);
      const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
      await link(texts.layout.pages.settings).click();
      const name = page.getByLabel(texts.names.auditField.shop_name, { exact: true });
      const days = page.getByLabel(texts.names.auditField.result_kept_days, { exact: true });
      await days.fill('');
      await days.pressSequentially('14');
      assert.equal(await days.inputValue(), '14', 'an emptied number stays empty');
      await name.fill('Corner');
      const dialog = page.getByRole('dialog', { name: texts.common.leaveTitle });
      await link(texts.layout.pages.goods).click();
      await dialog.waitFor();
      await visit.check(`made-up-${language}-leave-settings`);
      await dialog.getByRole('button', { name: texts.common.stay }).click();
      assert.equal(await name.inputValue(), 'Corner');
      await page.goBack();
      await dialog.getByRole('button', { name: texts.common.stay }).click();
      assert.equal(await name.inputValue(), 'Corner');
      const switchLanguage = async () => {
        await page.getByRole('button', { name: /^anna/ }).click();
        await page.getByRole('menuitem', { name: texts.layout.otherLanguage }).click();
      };
      await switchLanguage();
      await dialog.getByRole('button', { name: texts.common.stay }).click();
      assert.equal(await name.inputValue(), 'Corner');
      await link(texts.layout.pages.goods).click();
      await dialog.getByRole('button', { name: texts.common.leave }).click();
      await page.getByRole('heading', { level: 1, name: texts.layout.pages.goods }).waitFor();
      await link(texts.layout.pages.settings).click();
      await name.fill('Corner');
      await switchLanguage();
      await dialog.getByRole('button', { name: texts.common.leave }).click();
      const other = language === 'english' ? zh : en;
      await page.getByRole('heading', { level: 1, name: other.layout.pages.settings }).waitFor();
      await visit.close();
    });
  }

  it('says that the service does not respond, and shows the page when a retry succeeds', async () => {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    await visit.page.route('**/admin/api/goods', (route) => route.abort(), { times: 3 });
    await visit.open('/goods', 'Products');
    await visit.page.getByRole('alert').getByText('The service is not responding').waitFor();
    await visit.check('service-away');
    await visit.page.getByRole('button', { name: 'Retry' }).click();
    await visit.page.getByText(scriptTitle).first().waitFor();
    await visit.close(refusedCalls);
  });

  it('can be used by keyboard: the first Tab leads to the content, and keys open and close a dialog', async () => {
    const visit = await openConsole('desktop');
    await stubApi(visit.page, 'owner');
    await visit.open('/orders/1', scriptTitle);
    await visit.page.keyboard.press('Tab');
    assert.equal(await visit.page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
    const refund = visit.page.getByRole('button', { name: /^Refund ¥/ });
    await refund.focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('dialog').getByLabel('Reason').waitFor();
    await visit.check('refund-dialog');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await refund.evaluate((button) => button === document.activeElement));
    await visit.close();
  });
});
