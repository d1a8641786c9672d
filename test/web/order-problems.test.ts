/** Problems of finished orders in browsers on the real service: customers report them, operators answer. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { zhProblems as zhConsole } from '../../web/console/texts/zh-problems.ts';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';
import { visitShop } from './shop-visit.ts';

const portrait = readFileSync(new URL('../../bench/portrait/eileen-collins.jpg', import.meta.url));

describe('problems of finished orders', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService({ IMAGE_PROCESSES: '1', ...cachedImages });
  });
  after(() => shop?.close());

  it('a customer marks a place in the photo and gets a new photo with another background', async () => {
    const visit = await visitShop(shop.browser, shop.service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.idPhoto);
    await visit.givePhoto(new Uint8Array(portrait));
    const orderNo = await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor();
    const first = await page.locator('.result img').last().getAttribute('src');
    await page.getByRole('button', { name: en.papers.four_r }).click();
    const sheet = page.locator('.sheet img');
    await sheet.waitFor();
    await page.evaluate(() => document.querySelector('.sheet img')?.dispatchEvent(new Event('error')));
    await page.getByText(en.sheetBroken).waitFor();
    assert.equal(await sheet.count(), 0);
    await visit.look('sheet-broken');
    await page.getByRole('button', { name: en.papers.four_r }).click();
    const firstSheet = await sheet.getAttribute('src');
    await page.getByRole('button', { name: en.problemButton }).click();
    const dialog = page.getByRole('dialog');
    assert.ok(await dialog.getByRole('button', { name: en.problemSend }).isDisabled(), 'no reason is chosen');
    await dialog.getByLabel(en.problemReasons.wrong_choice).check();
    await dialog.getByLabel(en.problemNote).fill('I need white.\nThe office said so.');
    await dialog.getByLabel(en.problemPlace(1, 2)).check();
    await dialog.getByLabel(en.problemPlace(2, 3)).check();
    await visit.look('problem-form');
    await dialog.getByRole('button', { name: en.problemSend }).click();
    await page.getByText(en.problemStates.open).waitFor();
    await visit.look('problem-sent');

    const office = await shop.visitAs(owner, '/inbox');
    const row = office.page.getByRole('row', { name: /Problem of a customer/ });
    await row.getByText('The customer chose the wrong size or background').waitFor();
    await row.getByRole('button', { name: 'Details' }).click();
    await office.page.getByText('The customer’s note:').waitFor();
    await office.page.getByText('The office said so.').waitFor();
    assert.equal(await office.page.getByText('Technical detail:').count(), 0);
    await office.check('inbox-problem');
    await office.open(`/orders/${shop.orderId(orderNo)}`, /ID photo/);
    await office.page.getByText('The office said so.').waitFor();
    await office.page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.marked-picture img');
      return picture?.complete === true && picture.naturalWidth > 0;
    });
    const marked = office.page.locator('.marked-part');
    const frame = await office.page.locator('.marked-picture').boundingBox();
    const part = await marked.boundingBox();
    assert.ok(frame !== null && part !== null);
    assert.ok(Math.abs(part.width / frame.width - 0.5) < 0.03, 'two of four columns are marked');
    await office.check('order-problem');
    const blue = await office.page.locator('.order-heading img').getAttribute('src');
    const former = await office.page.locator('.pictures img').last().getAttribute('src');
    await office.page.getByRole('button', { name: 'Make again' }).click();
    const remake = office.page.getByRole('dialog');
    const confirm = remake.getByRole('button', { name: 'Make again' });
    assert.ok(await confirm.isDisabled(), 'the same settings as “Other settings” make the same picture');
    await remake.getByText('Same settings', { exact: true }).click();
    assert.ok(await confirm.isEnabled());
    await remake.getByText('Other settings', { exact: true }).click();
    await remake.getByLabel('Background').selectOption('white');
    await remake.getByLabel(/Message to the customer/).fill('Here it is on white.');
    await office.check('problem-remake');
    await confirm.click();
    await office.page.getByText('New picture · by admin').waitFor();
    await office.page.waitForFunction(
      (former) => document.querySelector('.pictures figure:last-child img')?.getAttribute('src') !== former,
      former,
    );
    await office.page.waitForFunction(
      (blue) => document.querySelector('.order-heading img')?.getAttribute('src') !== blue,
      blue,
    );
    await office.check('order-problem-answered');
    await office.page.getByRole('button', { name: 'Report a problem' }).click();
    await office.check('problem-by-operator');
    await office.close();

    await page.getByText(en.problemAnswers.remake).waitFor();
    await page.getByText('Here it is on white.').waitFor();
    await page.waitForFunction(
      (before) => document.querySelector('.result figure:last-child img')?.getAttribute('src') !== before,
      first,
    );
    await page.locator('.choices').getByText(/White/).waitFor();
    await page.waitForFunction((before) => {
      const shown = document.querySelector('.sheet img')?.getAttribute('src');
      return shown != null && shown.split('?')[0] !== before?.split('?')[0];
    }, firstSheet);
    const formerLink = page.getByRole('link', { name: en.formerPicture });
    const [download] = await Promise.all([page.waitForEvent('download'), formerLink.click()]);
    assert.equal(await download.failure(), null);
    await visit.look('problem-new-picture');
    await visit.close();
  });

  it('a customer reports a problem of a membership on a phone, reads the reply, and then gets the price of months back', async () => {
    const visit = await visitShop(shop.browser, shop.service.url, 'phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    await page.getByLabel(w.threeMonths).check();
    const orderNo = await visit.orderAndPay('paid');
    await page.getByText(w.memberNow).waitFor();
    await page.getByRole('button', { name: zh.problemButton }).click();
    await page.getByLabel(zh.problemReasons.other).check();
    await page.getByLabel(zh.problemNote).fill('会员价没有生效');
    await visit.look('problem-form');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByLabel(zh.problemNote).inputValue(), '会员价没有生效');
    await page.reload();
    await page.getByRole('button', { name: zh.problemButton }).click();
    assert.equal(await page.getByLabel(zh.problemNote).inputValue(), '会员价没有生效');
    assert.ok(await page.getByLabel(zh.problemReasons.other).isChecked());
    await page.getByRole('button', { name: zh.problemSend }).click();
    await page.getByText(zh.problemStates.open).waitFor();
    const office = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`, {
      size: 'phone',
      locale: 'zh-CN',
    });
    await office.page.getByText('会员价没有生效').waitFor();
    await office.check('order-problem-zh');
    await office.page.getByRole('button', { name: zhConsole.reply, exact: true }).click();
    await office.page.getByLabel(zhConsole.words).fill('请重新登录后再试。');
    await office.check('problem-reply-zh');
    await office.page.keyboard.press('Escape');
    await office.page.mouse.click(5, 5);
    assert.equal(
      await office.page.getByLabel(zhConsole.words).inputValue(),
      '请重新登录后再试。',
      'neither Escape nor a click beside the dialog discards the reply',
    );
    await office.page.getByRole('dialog').getByRole('button', { name: zhConsole.reply, exact: true }).click();
    await office.page.getByText(`${zhConsole.answer.reply} · `).waitFor();
    await page.reload();
    await page.getByText('请重新登录后再试。').waitFor();
    await visit.look('problem-reply');

    // As if the customer had called the shop by phone: the operator reports the problem for the customer.
    await office.page.getByRole('button', { name: zhConsole.reportButton }).click();
    const dialog = office.page.getByRole('dialog');
    await dialog.getByLabel(zhConsole.reportReason).selectOption('other');
    await dialog.getByLabel(zhConsole.reportNote).fill('我想退两个月');
    await office.check('problem-by-operator-zh');
    await dialog.getByRole('button', { name: zhConsole.report, exact: true }).click();
    await office.page.getByRole('button', { name: zhConsole.refund, exact: true }).click();
    await dialog.getByLabel(zhConsole.someMonths).check();
    await dialog.getByLabel(zhConsole.refundReason).fill('客户要求');
    await office.check('problem-refund-zh');
    await dialog.getByRole('button', { name: /退款/ }).last().click();
    await office.page.getByText(`${zhConsole.answer.refund} · `).waitFor();
    await office.close();
    await page.reload();
    await page.getByText(zh.problemAnswers.refund).waitFor();
    await visit.look('problem-refund');
    await visit.close();
  });
});
