/** An owner sets name, colour, contact and terms in the console, and customers see them in the shop. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { en as consoleEn } from '../../web/console/texts/en.ts';
import { zh as consoleZh } from '../../web/console/texts/zh.ts';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';
import { closeAfterTrouble, settled, visitShop } from './shop-visit.ts';

const shopName = 'Aunt May’s Photos';
const contact = 'help@aunt-may.example';
const company = 'Aunt May Ltd\n12 High Street, Leeds';
const accent = '#8a1c5a';
/** The colour `accent` in the notation in which browsers return computed styles. */
const accentComputed = 'rgb(138, 28, 90)';

const viewer = { name: 'vera', password: 'four brown bears' };

describe('the settings of the shop', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  let photos: SamplePhotos;
  before(async () => {
    [shop, photos] = await Promise.all([
      startConsoleService({ RESULT_KEPT_DAYS: '9', ...cachedImages }),
      samplePhotos(),
    ]);
  });
  after(() => shop?.close());

  it('are saved with one click, and the page shows whether a value is set in the console, set in the environment or built in', async () => {
    const visit = await shop.visitAs(owner, '/settings');
    const { page } = visit;
    const { names, settings: t } = consoleEn;
    const fields = names.auditField;
    await page.getByText(t.fromVariable('RESULT_KEPT_DAYS')).waitFor();
    await page.getByText(t.builtInOr('UPLOAD_KEPT_HOURS')).waitFor();
    await page.getByRole('textbox', { name: fields.shop_name, exact: true }).fill(shopName);
    const logo = await sharp({ create: { width: 96, height: 64, channels: 4, background: accent } })
      .png()
      .toBuffer();
    await page.getByLabel(t.logoFile).setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: logo });
    await page.locator('.logo-sample[src*="/icons/"]:not([src$="photokiosk.svg"])').waitFor();
    await page.getByRole('textbox', { name: fields.accent, exact: true }).fill('#ffcc00');
    await page.getByText(t.lowContrast).waitFor();
    await visit.check('settings-low-contrast');
    await page.getByRole('textbox', { name: fields.accent, exact: true }).fill(accent);
    await page.getByText(t.sampleButton).first().waitFor();
    await page.getByRole('textbox', { name: fields.contact, exact: true }).fill(contact);
    await page.getByRole('textbox', { name: fields.company, exact: true }).fill(company);
    await page.getByRole('textbox', { name: fields.terms_url, exact: true }).fill('terms.example');
    await page
      .getByRole('textbox', { name: fields.privacy_url, exact: true })
      .fill('https://aunt-may.example/privacy');
    await page.getByRole('button', { name: consoleEn.common.save }).click();
    await page.getByText(consoleEn.errors.field.not_a_web_address()).first().waitFor();
    await page
      .getByRole('textbox', { name: fields.terms_url, exact: true })
      .fill('https://aunt-may.example/terms');
    await page.getByRole('button', { name: consoleEn.common.save }).click();
    await page.getByText(t.saved).waitFor();
    await page
      .getByText(new RegExp(t.setBy('admin')))
      .first()
      .waitFor();
    await visit.check('settings-saved');
    await visit.open('/audit-log?target_kind=shop', 'Audit log');
    await page.getByText('Shop · Settings').first().waitFor();
    await page
      .getByRole('row', { name: new RegExp(names.auditAction.settings_changed) })
      .first()
      .getByRole('button')
      .click();
    await page.getByText(`${fields.contact}: – → ${contact}`).or(page.getByText(contact)).first().waitFor();
    await visit.close(refusedCalls);
  });

  it('are not saved over a change that another operator has made since the first edit', async () => {
    const visit = await shop.visitAs(owner, '/settings');
    const { page } = visit;
    const { names, settings: t } = consoleEn;
    const fields = names.auditField;
    await page.getByRole('textbox', { name: fields.company, exact: true }).fill('Unsaved');
    const seen = page.waitForResponse(
      (answer) => answer.url().endsWith('/settings') && answer.request().method() === 'GET',
    );
    const byAnother = { terms_url: 'https://aunt-may.example/new-terms' };
    assert.equal(await shop.callFromPage(visit, 'settings', byAnother), 200);
    await page.evaluate(() => {
      const started = Date.now();
      Date.now = () => started + 60_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await (await seen).finished();
    await settled(page);
    await page.getByRole('button', { name: consoleEn.common.save }).click();
    await page.getByText(consoleEn.errors.reason.settings_changed).waitFor();
    await page.getByRole('button', { name: t.discard }).click();
    const companyField = page.getByRole('textbox', { name: fields.company, exact: true });
    assert.equal(await companyField.inputValue(), company);
    const terms = page.getByRole('textbox', { name: fields.terms_url, exact: true });
    assert.equal(await terms.inputValue(), byAnother.terms_url);
    await terms.fill('https://aunt-may.example/terms');
    await page.getByRole('button', { name: consoleEn.common.save }).click();
    await page.getByText(t.saved).last().waitFor();
    await page.getByRole('button', { name: t.discard, disabled: true }).waitFor();
    await visit.close(refusedCalls);
  });

  for (const [size, language, t] of [
    ['desktop', 'en', en],
    ['phone', 'zh', zh],
  ] as const) {
    it(`appear in the title, the header, the colours and the footer of the shop, on a ${size} in ${language}`, async () => {
      const visit = await visitShop(shop.browser, shop.service.url, size, language);
      const { page } = visit;
      assert.equal(await page.title(), shopName);
      const footer = page.getByRole('contentinfo');
      assert.equal(
        await footer.getByRole('link', { name: contact }).getAttribute('href'),
        `mailto:${contact}`,
      );
      const terms = footer.getByRole('link', { name: t.terms });
      assert.equal(await terms.getAttribute('href'), 'https://aunt-may.example/terms');
      await footer.getByRole('link', { name: t.privacyPolicy }).waitFor();
      await footer.getByText('12 High Street, Leeds').waitFor();
      const colour = await terms.evaluate((link) => getComputedStyle(link).color);
      assert.equal(colour, accentComputed);
      await visit.look('own-look');
      await page.emulateMedia({ colorScheme: 'dark' });
      await visit.look('own-look-dark');
      await visit.chooseGood(visit.w.idPhoto);
      // Checks that nothing covers the link, such as the order button that stays in view on a phone.
      await terms.click({ trial: true, timeout: 10_000 });
      await visit.close();
    });
  }

  it('can close the shop for new orders and open it again, on a phone in Chinese', async () => {
    const t = consoleZh;
    const visit = await shop.visitAs(owner, '/settings', { size: 'phone', locale: 'zh-CN' });
    const { page } = visit;
    const early = await visitShop(shop.browser, shop.service.url, 'phone', 'zh');
    await early.chooseGood(early.w.vip);
    await early.page.getByRole('button', { name: early.w.order }).waitFor();
    await page.getByLabel(t.names.auditField.closed_note_zh).fill('春节休息，正月初八恢复接单。');
    await page.getByRole('switch', { name: t.names.auditField.orders_open }).click({ force: true });
    await page.getByRole('button', { name: t.common.save }).click();
    await page.getByText(t.settings.saved).waitFor();
    await page.getByText(t.layout.closed).waitFor();
    await visit.check('settings-closed-zh');

    let orders = 0;
    early.page.on('request', (request) => {
      if (request.url().includes('/mark_order_')) orders += 1;
    });
    await early.page.getByRole('button', { name: early.w.order }).click();
    await early.page.locator('.notice').getByText('春节休息').waitFor();
    assert.equal(orders, 1, 'the refused order is not repeated');
    assert.equal(await early.page.getByText(early.w.unreachable).count(), 0);
    await closeAfterTrouble(early);

    const customer = await visitShop(shop.browser, shop.service.url, 'phone', 'zh');
    await customer.page.getByText('春节休息，正月初八恢复接单。').waitFor();
    await customer.chooseGood(customer.w.vip);
    await customer.page.locator('.notice').getByText('春节休息').waitFor();
    assert.equal(await customer.page.getByRole('button', { name: customer.w.order }).count(), 0);
    await customer.look('closed');
    await customer.close();

    await page.getByRole('button', { name: new RegExp(t.settings.toDefaultOf(t.names.flag.true)) }).click();
    await page.getByText(t.names.auditField.orders_open, { exact: true }).waitFor();
    await page.getByRole('switch', { name: t.names.auditField.orders_open, checked: true }).waitFor();
    await page.getByText(t.layout.closed).waitFor({ state: 'detached' });
    const open = await visitShop(shop.browser, shop.service.url, 'phone', 'zh');
    await open.chooseGood(open.w.vip);
    await open.page.getByRole('button', { name: open.w.order }).waitFor();
    await open.close();
    await visit.close();
  });

  it('can require a consent to process faces: the shop accepts no photo before the customer consents, and the customer can withdraw the consent', async () => {
    const visit = await shop.visitAs(owner, '/settings');
    const { page } = visit;
    const { names, settings: t } = consoleEn;
    await page.getByRole('switch', { name: names.auditField.face_consent }).click({ force: true });
    await page.getByLabel(names.auditField.face_consent_zh).fill('我们会处理照片中的人脸。\n七天后删除。');
    await page.getByRole('button', { name: consoleEn.common.save }).click();
    await page.getByText(t.saved).waitFor();
    await visit.check('settings-consent');
    await visit.close();

    const customer = await visitShop(shop.browser, shop.service.url, 'phone', 'zh');
    const { page: shopPage, w } = customer;
    await customer.chooseGood(w.colourise);
    await shopPage.getByText('我们会处理照片中的人脸。').waitFor();
    assert.equal(await shopPage.locator('input[type="file"]').count(), 0);
    await customer.look('consent');
    await shopPage.getByRole('button', { name: zh.consentAgree }).click();
    await customer.givePhoto(photos.portrait);
    await shopPage.getByText(w.photoArrived).waitFor();
    await shopPage.getByRole('link', { name: w.myOrders }).first().click();
    await shopPage.getByText(zh.consentGiven).scrollIntoViewIfNeeded();
    await customer.look('consent-given');
    await shopPage.getByRole('button', { name: zh.consentWithdraw }).click();
    await shopPage.getByText(zh.consentWithdrawn).waitFor();
    await customer.close();
    const again = await visitShop(shop.browser, shop.service.url, 'desktop', 'en');
    await again.chooseGood(again.w.idPhoto);
    await again.page.getByRole('button', { name: en.consentAgree }).waitFor();
    await again.look('consent');
    await again.close();
  });

  it('can be read but not changed by a viewer', async () => {
    const adding = await shop.visitAs(owner);
    assert.equal(await shop.callFromPage(adding, 'operators', { ...viewer, role: 'viewer' }), 201);
    await adding.close(refusedCalls);
    const visit = await shop.visitAs(viewer, '/settings');
    const { page } = visit;
    const name = page.getByLabel(consoleEn.names.auditField.shop_name);
    await name.waitFor();
    assert.equal(await name.isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: consoleEn.common.save }).count(), 0);
    assert.equal(await shop.callFromPage(visit, 'settings', { shop_name: 'Mine' }), 403);
    await visit.close(refusedCalls);
  });
});
