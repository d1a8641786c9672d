/** Photos that reach the order form from a phone (by a QR code), from the clipboard, or from a second camera. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { closeAfterTrouble, visitShop } from './shop-visit.ts';

const texts = {
  en: {
    take: 'Take a photo',
    phone: 'Use your phone',
    waiting: 'Waiting for the photo…',
    sent: 'Photo sent',
    another: 'Send another photo',
    ended: 'This link has ended',
  },
  zh: {
    take: '拍一张',
    phone: '用手机拍',
    waiting: '等待手机发送照片…',
    sent: '照片已发送',
    another: '重新发一张',
    ended: '链接已失效',
  },
} as const;

describe('a photo from elsewhere', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, IMAGE_PROCESSES: '1', ...cachedImages }),
      launchBrowser(),
      samplePhotos(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  for (const [deskLanguage, phoneLanguage] of [
    ['en', 'zh'],
    ['zh', 'en'],
  ] as const) {
    it(`a phone takes the photo for a desktop computer, and a second photo after the first was refused, in ${deskLanguage}`, async () => {
      const desk = await visitShop(browser, service.url, 'desktop', deskLanguage);
      const phone = await visitShop(browser, service.url, 'phone', phoneLanguage);
      const [d, p] = [texts[deskLanguage], texts[phoneLanguage]];
      const photo = (buffer: Uint8Array) => ({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from(buffer),
      });
      const sendByPhone = async (buffer: Uint8Array) => {
        await phone.page.getByTestId('photo-file').setInputFiles(photo(buffer));
        await phone.page.getByText(p.sent).waitFor();
      };
      await desk.chooseGood(desk.w.idPhoto);
      await desk.page.getByRole('button', { name: d.phone }).click();
      await desk.page.getByText(d.waiting).waitFor();
      await desk.page.locator('.code svg').waitFor();
      await desk.look('phone-code');
      const link = await desk.page.locator('dialog input[readonly]').inputValue();
      await phone.page.goto(link);
      await phone.page.getByTestId('photo-file').waitFor({ state: 'attached' });
      await phone.look('send-photo');
      assert.equal(
        await phone.page.getByRole('button', { name: p.phone }).count(),
        0,
        'no code on the phone',
      );

      await sendByPhone(photos.noFace);
      await desk.page.getByText(desk.w.noFace).first().waitFor();
      assert.equal(await desk.page.getByRole('dialog').count(), 0, 'the desk continues by itself');
      await phone.page.getByRole('button', { name: p.another }).click();
      await phone.page.getByRole('button', { name: p.take }).click();
      await phone.page.locator('.guide-oval').waitFor({ state: 'attached' });
      await phone.page.keyboard.press('Escape');
      await sendByPhone(photos.portrait);
      await phone.look('send-photo-sent');
      await desk.page.getByText(desk.w.photoArrived).waitFor();
      await desk.page.locator('.crop-pair img').nth(1).waitFor();
      await desk.look('phone-photo');

      const ended = desk.page.waitForResponse('**/end_photo_link');
      await desk.page.getByRole('button', { name: desk.w.order }).click();
      await ended;
      await phone.page.getByRole('button', { name: p.another }).click();
      await phone.page.getByTestId('photo-file').setInputFiles(photo(photos.portrait));
      await phone.page.getByText(p.ended).waitFor();
      await phone.look('send-photo-ended');
      await desk.close();
      await closeAfterTrouble(phone);
    });
  }

  it('a computer that could not ask for the photo for some time still receives it', async () => {
    const desk = await visitShop(browser, service.url, 'desktop', 'en');
    const phone = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = desk;
    await desk.chooseGood(desk.w.idPhoto);
    await page.getByRole('button', { name: texts.en.phone }).click();
    const link = await page.locator('dialog input[readonly]').inputValue();
    const failed = page.waitForResponse((response) => response.status() === 500);
    await page.route('**/v1/photo_link', (route) => route.fulfill({ status: 500, body: '' }));
    await failed;
    await phone.page.goto(link);
    await phone.page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photos.portrait) });
    await phone.page.getByText(texts.en.sent).waitFor();
    await page.unroute('**/v1/photo_link');
    await page.getByText(desk.w.photoArrived).waitFor();
    await closeAfterTrouble(desk);
    await phone.close();
  });

  it('a customer pastes a photo from the clipboard', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w, context } = visit;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.chooseGood(w.colourise);
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': await canvas.convertToBlob() })]);
    }, Buffer.from(photos.portrait).toString('base64'));
    await page.keyboard.press('Control+V');
    await page.getByText(w.photoArrived).waitFor();
    await visit.close();
  });

  it('on a device with several cameras, the customer chooses one, and the page shows its picture', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await page.getByRole('button', { name: texts.en.take }).click();
    await page.locator('select[name="camera"]').waitFor();
    const choice = page.locator('select[name="camera"]');
    const values = await choice
      .locator('option')
      .evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    assert.equal(values.length, 2);
    const last = values.at(-1) ?? '';
    await choice.selectOption(last);
    await page.waitForFunction((wanted) => {
      const stream = document.querySelector('video')?.srcObject;
      if (!(stream instanceof MediaStream)) return false;
      return stream.getVideoTracks()[0]?.getSettings().deviceId === wanted;
    }, last);
    await visit.look('camera-choice');
    await visit.close();
  });
});
