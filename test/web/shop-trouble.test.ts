/** What a customer sees and can do when something goes wrong. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import {
  freePort,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { backToTheShop, closeAfterTrouble, visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;

/** Makes the page skip the photo check, like a client without one, so that it orders a photo that the check refuses. */
async function skipPhotoCheck(page: Page): Promise<void> {
  await page.route('**/shop/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), photo_check: false } });
  });
  await page.reload();
}

describe('in the shop', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let env: Record<string, string>;
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    [service, browser, photos] = await Promise.all([
      startServiceProcess(env),
      launchBrowser(),
      samplePhotos(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  it('the page says that a payment was declined, and the order can then be paid by a code that another device scans', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    await visit.orderAndPay('declined');
    await page.getByText(w.declined).waitFor();
    await visit.look('declined');
    await page.reload();
    await page.getByText(w.declined).waitFor();
    await page.getByRole('radio', { name: /扫码/ }).check();
    await page.getByRole('button', { name: w.payNow }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    assert.equal(await page.getByText(w.declined).count(), 0, 'the new try is not shown as declined');
    await visit.look('payment-code');
    const scanned = String(await page.getByRole('link', { name: '在本机付款' }).getAttribute('href'));
    await page.request.post(scanned, { form: { outcome: 'paid' } });
    await page.getByText(w.memberNow).waitFor({ timeout: workTimeoutMs });
    assert.equal(await page.getByRole('dialog').count(), 0);
    await visit.close();
  });

  it('a customer who returns without paying sees that the payment is being checked, and can then pay or cancel the order', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    await page.getByRole('button', { name: w.order }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByRole('link', { name: backToTheShop }).click();
    await page.getByText(w.checking).waitFor();
    const payNow = page.getByRole('button', { name: w.payNow });
    assert.equal(await payNow.count(), 0, 'no button pays a second time');
    await visit.look('checking-payment');
    await page.reload();
    await page.getByText(w.checking).waitFor();
    await page.getByRole('button', { name: w.notPaid }).click();
    await payNow.waitFor();
    await page.getByRole('button', { name: w.cancel }).click();
    await visit.look('cancel-asked');
    await page.keyboard.press('Escape');
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      w.cancel,
      'the focus returns to the button',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: w.cancelConfirm }).click();
    await page.getByText(w.cancelled).waitFor();
    await visit.look('cancelled');
    await visit.close();
  });

  it('an ID photo without a face fails and is refunded automatically', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w } = visit;
    await skipPhotoCheck(page);
    await visit.chooseGood(w.idPhoto);
    await visit.givePhoto(photos.noFace);
    await visit.orderAndPay('paid');
    await page.getByText(w.refunded).waitFor({ timeout: workTimeoutMs });
    await page.getByText(w.noFace).waitFor();
    await page.getByRole('link', { name: 'Try another photo' }).waitFor();
    await visit.look('failed-refunded');
    await visit.close();
  });

  it('a file that is not a photo is refused at once, and another file can be chosen', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    const files = page.getByTestId('photo-file');
    await files.setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a photo'),
    });
    await page.getByText(/这个文件不是照片/).waitFor();
    await visit.look('refused-photo');
    const cut = Buffer.from(photos.portrait.slice(0, 60));
    await files.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: cut });
    await page.getByText(/照片已损坏/).waitFor();
    await visit.givePhoto(photos.old);
    await visit.close();
  });

  it('a second photo that is dropped anywhere on the page replaces the first one', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    const shown = page.getByRole('img', { name: 'Your photo' });
    const firstAddress = (await shown.getAttribute('src')) ?? '';
    const data = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], 'second.jpg', { type: 'image/jpeg' }));
        return transfer;
      },
      [...photos.portrait],
    );
    for (const step of ['dragover', 'drop']) {
      const isHandled = await page.evaluate(
        ([type, dataTransfer]) =>
          !document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
          ),
        [step, data] as const,
      );
      assert.ok(isHandled, `the browser opens no file after ${step}`);
    }
    await page.locator(`img.chosen-photo:not([src="${firstAddress}"])`).waitFor();
    await page.getByText(w.photoArrived).waitFor();
    await visit.close();
  });

  it('a photo that the check refuses cannot be ordered, and a photo with a warning can be ordered', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.idPhoto);
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photos.noFace) };
    await page.getByTestId('photo-file').setInputFiles(file);
    await page.getByText(w.noFace).waitFor();
    assert.ok(await page.getByRole('button', { name: w.order }).isDisabled());
    await visit.look('check-refused');
    const warnings = [{ code: 'head_tilted', message: 'The head is tilted.' }];
    await page.route('**/check_photo', (route) =>
      route.fulfill({
        json: {
          ok: true,
          reason: null,
          message: null,
          warnings,
          preview: null,
          sizes: null,
          report: null,
          marks: [],
        },
      }),
    );
    await page.getByRole('button', { name: '换一张' }).click();
    await visit.givePhoto(photos.portrait);
    await page.getByText(/头有点歪/).waitFor();
    assert.ok(await page.getByText('请先看下面的提醒').isVisible());
    await visit.look('check-warned');
    assert.ok(await page.getByRole('button', { name: w.order }).isEnabled());
    await visit.close();
  });

  it('a photo whose check and preview find the service busy is checked and shown as soon as the service says', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w, context } = visit;
    const busy = { code: 'unavailable', status: 503, title: 'Unavailable', reason: 'photo_queue_full' };
    const found: string[] = [];
    const banners: number[] = [];
    await page.route('**/check_photo', async (route) => {
      banners.push(await page.getByText('The shop is not responding').count());
      const { preview } = route.request().postDataJSON();
      found.push(preview === 1 ? 'preview' : 'check');
      if (found.filter((kind) => kind === found.at(-1)).length > 1) return route.continue();
      const headers = { 'retry-after': '0', 'content-type': 'application/problem+json' };
      return route.fulfill({ status: 503, headers, body: JSON.stringify(busy) });
    });
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    await page.getByRole('img', { name: 'Preview of your photo in colour' }).waitFor();
    assert.deepEqual(found, ['check', 'check', 'preview', 'preview']);
    assert.deepEqual(banners, [0, 0, 0, 0]);
    await context.close();
  });

  it('the page says that an order was not found if its number is unknown, and that there are no orders if the list is empty', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = visit;
    await page.goto('/?order_no=1M7Y595VFJK2W4SZZN3ATSVWHQGP');
    await page.getByText('Order not found').waitFor();
    await visit.look('unknown-order');
    const number = page.getByRole('textbox', { name: 'Find an order' });
    await number.fill(' 1m7y595vfjk2w4szzn3atsvwhqgq ');
    await number.press('Enter');
    await page.waitForURL('**/?order_no=1M7Y595VFJK2W4SZZN3ATSVWHQGQ');
    await page.getByText('Order not found').waitFor();
    await page.goto('/?orders');
    await page.getByText('No orders yet').waitFor();
    await visit.look('no-orders');
    await closeAfterTrouble(visit);
  });

  it('an order and a payment succeed after a lost connection and a restart of the service', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page, w, context } = visit;
    await visit.chooseGood(w.vip);
    await context.setOffline(true);
    await page.getByText(w.offline).waitFor();
    await page.getByRole('button', { name: w.order }).click();
    await visit.look('offline');
    await context.setOffline(false);
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByRole('link', { name: backToTheShop }).click();
    await page.getByRole('button', { name: w.notPaid }).click();

    await service.stop();
    await page.getByText(w.unreachable).waitFor();
    await visit.look('restarting');
    service = await startServiceProcess(env);
    await page.getByText(w.unreachable).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: w.payNow }).click();
    await visit.decide('paid');
    await page.getByText(w.memberNow).waitFor({ timeout: workTimeoutMs });
    await closeAfterTrouble(visit);
  });
});
