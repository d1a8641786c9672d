/** Uploads that the service or the network holds up: which are repeated, and what the customer can do. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { closeAfterTrouble, refuse } from './shop-visit.ts';

const minuteMs = 60_000;

/** Holds every upload of the page. @returns the held calls, which grow while the customer uses the page. */
async function holdUploads(page: Page): Promise<readonly Route[]> {
  const held: Route[] = [];
  await page.route('**/ext_upload', (route) => {
    held.push(route);
  });
  return held;
}

const keyOf = (route: Route | undefined) => route?.request().headers()['idempotency-key'];

describe('an upload of the shop', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  const chooseFile = (page: Page): Promise<void> =>
    page
      .getByTestId('photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: shop.photo });

  it('is repeated with the same key while its first call is still being processed, and after a gateway’s error', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    const keys: (string | undefined)[] = [];
    await page.route('**/ext_upload', (route) => {
      keys.push(keyOf(route));
      if (keys.length === 1) return refuse(route, 409, 'request_in_flight', { 'retry-after': '1' });
      if (keys.length < 4) {
        return route.fulfill({ status: keys.length === 2 ? 502 : 504, contentType: 'text/html', body: '' });
      }
      return route.continue();
    });
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(shop.photo);
    assert.equal(keys.length, 4);
    assert.equal(new Set(keys).size, 1);
    await closeAfterTrouble(visit);
  });

  it('is sent at most ten times in a minute and a half while its first call is still being processed, because each attempt sends the whole photo', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await page.clock.install();
    let sent = 0;
    await page.route('**/ext_upload', (route) => {
      sent += 1;
      return refuse(route, 409, 'request_in_flight', { 'retry-after': '1' });
    });
    await visit.chooseGood(w.colourise);
    await chooseFile(page);
    await waitUntil('the upload has begun', () => sent === 1);
    const failed = page.getByRole('button', { name: en.again });
    for (let second = 0; second < 120 && !(await failed.isVisible()); second += 1) {
      await page.clock.runFor(1_000);
    }
    await failed.waitFor();
    assert.ok(sent > 4 && sent <= 10, `${sent} attempts`);
    await closeAfterTrouble(visit);
  });

  it('that stands still for a minute is repeated with the same key; after a second minute the page shows an error, and the customer uploads the photo again', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    await page.clock.install();
    const held = await holdUploads(page);
    await visit.chooseGood(w.colourise);
    await chooseFile(page);
    await waitUntil('the upload has begun', () => held.length === 1);
    await page.clock.fastForward(minuteMs);
    await waitUntil('the upload is repeated', () => held.length === 2);
    assert.equal(keyOf(held[1]), keyOf(held[0]));
    await page.clock.fastForward(minuteMs);
    await page.getByRole('alert').getByText(en.errors.unreachable).waitFor();
    await visit.look('upload-stopped');
    assert.equal(held.length, 2);
    await page.unroute('**/ext_upload');
    await page.getByRole('button', { name: en.again }).click();
    await page.getByText(w.photoArrived).waitFor();
    await closeAfterTrouble(visit);
  });

  it('that advances is not ended, also if it takes longer than a minute', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page, w } = visit;
    // Chromium reports no progress of a call that a test holds.
    await page.addInitScript(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        Object.assign(window, { lastUpload: this.upload });
        send.call(this, body);
      };
    });
    await page.reload();
    await page.clock.install();
    const held = await holdUploads(page);
    await visit.chooseGood(w.colourise);
    await chooseFile(page);
    await waitUntil('the upload has begun', () => held.length === 1);
    for (const loaded of [40, 80]) {
      await page.clock.fastForward(40_000);
      await page.evaluate((sent) => {
        const { lastUpload } = window as unknown as { lastUpload: EventTarget };
        lastUpload.dispatchEvent(new ProgressEvent('progress', { loaded: sent, total: 100 }));
      }, loaded);
      await page.getByText(en.sending(loaded)).waitFor();
    }
    await held[0]?.continue();
    await page.getByText(w.photoArrived).waitFor();
    assert.equal(held.length, 1);
    await visit.close();
  });

  it('from a phone can be stopped to choose another photo, and is repeated when the customer asks after it failed', async () => {
    const visit = await shop.visit('phone', 'en');
    const { page } = visit;
    const answer = await page.request.post('/index.php/v1/create_photo_link');
    const { token } = await answer.json();
    await page.goto(`/?photo_link=#${token}`);
    const held = await holdUploads(page);
    await chooseFile(page);
    await waitUntil('the upload has begun', () => held.length === 1);
    await visit.look('send-photo-sending');
    await page.getByRole('button', { name: en.otherPhoto }).click();
    await chooseFile(page);
    await waitUntil('the other photo is uploaded', () => held.length === 2);
    assert.notEqual(keyOf(held[1]), keyOf(held[0]));
    if (held[1] !== undefined) await refuse(held[1], 500, 'internal');
    await page.getByRole('alert').getByText(en.errors.internal).waitFor();
    await visit.look('send-photo-failed');
    await page.unroute('**/ext_upload');
    await page.getByRole('button', { name: en.again }).click();
    await page.getByText(en.sent, { exact: true }).waitFor();
    await closeAfterTrouble(visit);
  });
});
