/** E-mails about orders in browsers on the real service, with a real mail server. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { saveScreenshot, skipWithoutChromium } from '../support/browser.ts';
import { type MailServer, type ReceivedEmail, smtpUrl, startMailServer } from '../support/mail-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { closeAfterTrouble, isInView, refuse, settled } from './shop-visit.ts';

describe('e-mails about orders', { skip: skipWithoutChromium() }, () => {
  let server: MailServer;
  let shop: ShopService;
  before(async () => {
    server = await startMailServer();
    shop = await startShopService({ SMTP_URL: smtpUrl(server), MAIL_FROM: 'photos@shop.example' });
  });
  after(async () => {
    await shop?.close();
    await server?.stop();
  });

  const emailTo = (address: string, subject: RegExp): Promise<ReceivedEmail> =>
    waitUntil(`an e-mail to ${address}: ${subject}`, () =>
      server.received.find(({ to, text }) => to[0] === address && subject.test(text)),
    );

  it('a customer who enters an address in the order form gets the e-mails, and can stop them on the order’s page', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(new Uint8Array(shop.photo));
    const field = page.getByLabel(en.emailOptional(en.emailTitle));
    await field.fill('ann@example');
    await page.getByRole('button', { name: w.order }).click();
    await page.getByText(en.emailWrong).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await visit.look('email-wrong');
    await field.fill('ann@example.com');
    await visit.look('email-form');
    await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor();
    await emailTo('ann@example.com', /We received your order/);
    const ready = await emailTo('ann@example.com', /Your picture is ready/);
    await page.getByText(en.emailSet('a•••@example.com')).waitFor();
    await visit.look('email-set');

    // The link of the e-mail opens the order.
    const [link = ''] = /http\S+\?order_no=\S+/.exec(ready.text) ?? [];
    await page.goto(link);
    await page.getByText(w.ready).waitFor();
    await page.getByRole('button', { name: en.emailRemove }).click();
    await page.getByText(en.emailSet('a•••@example.com')).waitFor({ state: 'detached' });

    // Show the e-mail in an empty page, because the security policy of the shop's page forbids the styles of an e-mail.
    await page.goto('about:blank');
    await page.setContent(ready.html);
    await page.getByRole('link', { name: 'Open the order' }).waitFor();
    await visit.look('email-ready');
    await visit.close();
  });

  it('on a phone, a wrong address and a refused order are shown on the part of the form that the customer sees', async () => {
    const visit = await shop.visit('phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    const field = page.getByLabel(zh.emailOptional(zh.emailTitleOfMembership));
    const scrollUp = () => page.evaluate(() => window.scrollTo(0, 0));
    await field.fill('ann@');
    await scrollUp();
    assert.equal(await isInView(field), false);
    await page.getByRole('button', { name: w.order }).click();
    assert.ok(await isInView(field));
    assert.ok(await isInView(page.getByRole('alert').getByText(zh.emailWrong)));
    await saveScreenshot(page, 'shop-email-wrong-phone-zh');
    await field.fill('');
    await page.route('**/mark_order_vip', (route) => refuse(route, 403, 'forbidden'));
    await scrollUp();
    await page.getByRole('button', { name: w.order }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.ok(await isInView(alert));
    await saveScreenshot(page, 'shop-order-refused-phone-zh');
    await visit.look('order-refused');
    await closeAfterTrouble(visit);
  });

  for (const [language, height] of [
    ['en', 844],
    ['zh', 568],
  ] as const) {
    it(`on a phone of ${height} px, the error of a refused order does not cover a wrong address, in ${language}`, async () => {
      const t = { en, zh }[language];
      const visit = await shop.visit('phone', language, { viewport: { width: 320, height } });
      const { page, w } = visit;
      await visit.chooseGood(w.vip);
      await page.route('**/mark_order_vip', (route) => refuse(route, 403, 'forbidden'));
      await page.getByRole('button', { name: w.order }).click();
      const refused = page.locator('.pay-bar').getByRole('alert');
      await refused.waitFor();
      const field = page.getByLabel(t.emailOptional(t.emailTitleOfMembership));
      await field.fill('ann@');
      await field.blur();
      // The upper edge of the bar covers the field.
      const fieldBox = await field.boundingBox();
      const barBox = await page.locator('.pay-bar').boundingBox();
      assert.ok(fieldBox !== null && barBox !== null);
      const down = fieldBox.y + fieldBox.height / 2 - (barBox.y + 10);
      await page.evaluate((px) => window.scrollBy({ top: px, behavior: 'instant' }), down);
      assert.equal(await isInView(field), false);
      await page.getByRole('button', { name: w.order }).click();
      await settled(page);
      assert.ok(await isInView(refused), 'the error of the order stays in view with the button');
      assert.ok(await isInView(field));
      assert.ok(await isInView(page.getByText(t.emailWrong)));
      await saveScreenshot(page, `shop-refused-and-email-wrong-phone-${language}`);
      await visit.look('refused-and-email-wrong-page');
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      assert.ok(await isInView(page.locator('footer').last()), 'the bar covers no end of the page');
      await closeAfterTrouble(visit);
    });
  }

  it('a customer on a phone enters an address on the order’s page, and the recipient unsubscribes', async () => {
    const visit = await shop.visit('phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    await page.getByRole('button', { name: w.order }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.goBack();
    await page.getByRole('heading', { name: zh.emailTitleOfMembership }).waitFor();
    await visit.look('email-order');
    await page.getByLabel(zh.emailLabel).fill('bob@example.com');
    await page.getByRole('button', { name: zh.emailSend }).click();
    await page.getByText(zh.emailSet('b•••@example.com')).waitFor();
    await page.getByRole('button', { name: w.notPaid }).click();
    await page.getByRole('button', { name: w.payNow }).click();
    await visit.decide('paid');
    await page.getByText(w.memberNow).waitFor();
    const email = await emailTo('bob@example.com', /会员已开通/);
    const order = page.url();
    await page.goto('about:blank');
    await page.setContent(email.html);
    await visit.look('email-begun');
    await page.getByRole('link', { name: '退订' }).click();
    await page.getByRole('button', { name: '退订' }).waitFor();
    await visit.look('unsubscribe');
    await page.getByRole('button', { name: '退订' }).click();
    await page.getByText('此邮箱不会再收到这个订单的邮件。').waitFor();
    await visit.look('unsubscribed');
    await page.goto(order);
    await page.getByText(w.memberNow).waitFor();
    assert.equal(await page.getByText(zh.emailSet('b•••@example.com')).count(), 0);
    await visit.close();
  });
});
