/** A link that opens a customer's orders on another device. It contains a token, which the customer can end. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { closeAfterTrouble, refuse, type ShopVisit, showUnpaidOrder, visitShop } from './shop-visit.ts';

const texts = { en, zh };

describe('the link to the orders', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info' }),
      launchBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  const rows = ({ page }: ShopVisit) => page.locator('.order-row');

  for (const [size, language, otherSize] of [
    ['desktop', 'en', 'phone'],
    ['phone', 'zh', 'desktop'],
  ] as const) {
    it(`made on a ${size} in ${language}, shows the orders on another device until the customer ends it, and is in no log`, async () => {
      const t = texts[language];
      const first = await visitShop(browser, service.url, size, language);
      await showUnpaidOrder(first);
      await first.page.getByRole('link', { name: t.myOrders }).first().click();
      await first.page.getByRole('button', { name: t.showLink }).click();
      await first.page.getByRole('img', { name: t.deviceCode }).waitFor();
      await first.look('other-device-link');
      const link = await first.page.getByLabel(t.deviceLink, { exact: true }).inputValue();
      const [, token = ''] = link.split('#orders=');
      assert.match(token, /^g1\.[\w.-]{40,}$/);

      const other = await visitShop(browser, service.url, otherSize, language);
      await other.page.goto(link);
      await other.page.getByRole('dialog', { name: t.openLinkTitle }).waitFor();
      assert.doesNotMatch(other.page.url(), /orders=/, 'the token stays in no address');
      await other.look('other-device-question');
      assert.equal(await rows(other).count(), 0, 'nothing changes before the customer agrees');
      await other.page.getByRole('button', { name: t.openLink }).click();
      await rows(other).waitFor();
      await other.look('other-device-orders');

      await first.page.getByRole('button', { name: t.close }).click();
      await first.page.getByRole('button', { name: t.endAccess }).click();
      const dialog = first.page.getByRole('dialog', { name: t.endAccessTitle });
      await dialog.getByRole('button', { name: t.endAccess }).click();
      await first.page.getByText(t.accessEnded).waitFor();
      await first.page.reload();
      await rows(first).waitFor();
      await other.page.reload();
      await other.page.getByText(t.noOrders).waitFor();
      await other.page.goto(`/#orders=${token}`);
      await other.page.getByRole('button', { name: t.openLink }).click();
      await other.page.getByText(t.openLinkFailed).waitFor();

      assert.ok(service.output().includes('guest_token'), 'the log shows the calls');
      assert.ok(!service.output().includes(token), 'the log contains the token');
      await first.close();
      await closeAfterTrouble(other);
    });
  }

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`is not opened in a browser that would lose a membership, on a ${size} in ${language}`, async () => {
      const t = texts[language];
      const other = await visitShop(browser, service.url, 'phone', language);
      await showUnpaidOrder(other);
      const answer = await other.page.request.post('/index.php/v1/guest_token');
      const { token } = await answer.json();
      const member = await visitShop(browser, service.url, size, language);
      const { page, context } = member;
      await member.chooseGood(member.w.vip);
      await member.orderAndPay('paid');
      await page.getByText(member.w.memberNow).waitFor();
      const cookies = await context.cookies();
      await page.goto(`/#orders=${token}`);
      const dialog = page.getByRole('dialog', { name: t.openLinkMemberTitle });
      await dialog.getByText(t.openLinkMemberText).waitFor();
      assert.equal(await dialog.getByRole('button', { name: t.openLink }).count(), 0);
      await member.look('other-device-member');
      await dialog.getByRole('link', { name: t.myOrders }).click();
      await page.getByRole('button', { name: t.showLink }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0);
      const held = (all: typeof cookies) => all.map(({ name, value }) => `${name}=${value}`);
      assert.deepEqual(held(await context.cookies()), held(cookies));
      await member.close();
      await other.close();
    });
  }

  it('is opened in a browser of the same customer, who keeps the membership', async () => {
    const member = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = member;
    await member.chooseGood(member.w.vip);
    await member.orderAndPay('paid');
    await page.getByText(member.w.memberNow).waitFor();
    const answer = await page.request.post('/index.php/v1/guest_token');
    const { token } = await answer.json();
    await page.goto(`/?orders#orders=${token}`);
    await page.getByRole('button', { name: en.openLink, disabled: false }).click();
    await rows(member).waitFor();
    const vip = await page.request.post('/index.php/v1/my_vip');
    assert.equal((await vip.json()).is_vip, true);
    await member.close();
  });

  it('is opened only after the page has read whether the browser has a membership', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = visit;
    await showUnpaidOrder(visit);
    await page.goto('/?orders');
    await page.getByRole('button', { name: en.showLink }).waitFor();
    await page.route('**/my_vip', (route) => refuse(route, 500, 'internal'));
    await page.goto('/?orders#orders=g1.a.b.c');
    const dialog = page.getByRole('dialog', { name: en.openLinkTitle });
    await dialog.getByRole('alert').waitFor();
    assert.ok(await dialog.getByRole('button', { name: en.openLink }).isDisabled());
    await page.unroute('**/my_vip');
    await dialog.getByRole('button', { name: en.again }).click();
    await dialog.getByRole('button', { name: en.openLink, disabled: false }).click();
    await page.getByText(en.openLinkFailed).waitFor();
    await closeAfterTrouble(visit);
  });

  it('changes nothing if the customer answers “Not now”', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    await visit.page.goto('/?orders#orders=g1.a.b.c');
    await visit.page.getByRole('button', { name: en.notNow }).click();
    assert.equal(await visit.page.getByRole('dialog').count(), 0);
    assert.deepEqual(await visit.context.cookies(), []);
    await visit.close();
  });
});
