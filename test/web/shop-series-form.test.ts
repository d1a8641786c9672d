/** The order form with several photos: choosing, checking, removing and adding photos. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Route } from 'playwright-core';
import { en } from '../../web/shop/texts/en.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { jointPaymentsOf } from './joint-checkout.ts';
import { choosePhotos, fileOf, goodPhoto, orderButton, photoRow } from './series-visit.ts';
import { putOnShelf } from './service-database.ts';
import { closeAfterTrouble, refuse, type ShopVisit, settled, visitShop } from './shop-visit.ts';
import { keysOf } from './stored-photos.ts';

const workTimeoutMs = 120_000;

describe('several photos of a form', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, ...cachedImages }),
      launchBrowser(),
      samplePhotos(),
    ]);
    putOnShelf(dataDir, 'mark_order_id_photo');
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  const visitIdPhoto = async (size: 'desktop' | 'phone', language: 'en' | 'zh'): Promise<ShopVisit> => {
    const visit = await visitShop(browser, service.url, size, language);
    await visit.chooseGood(visit.w.idPhoto);
    return visit;
  };

  it('are opened and uploaded two at a time, and from more than 20 the first 20 are taken', async () => {
    const visit = await visitIdPhoto('phone', 'en');
    const { page } = visit;
    const held: Route[] = [];
    await page.route('**/ext_upload', (route) => {
      held.push(route);
    });
    const files = Array.from({ length: 22 }, (_, index) => fileOf(`photo-${index + 1}.jpg`, photos.old));
    await choosePhotos(page, files);
    await page.getByText(en.photosLeftOut(20, 2)).waitFor();
    assert.equal(await page.locator('.photo-row').count(), 20);
    assert.ok(await page.getByRole('button', { name: en.addPhotos }).isDisabled());
    await waitUntil('two uploads have begun', () => held.length === 2);
    await settled(page);
    assert.equal(await page.getByText(en.photoWaits, { exact: true }).count(), 18);
    assert.equal(held.length, 2);
    await held[0]?.abort();
    await page.getByRole('button', { name: en.removePhotoNamed('photo-20.jpg') }).click();
    await page.getByText(en.photosLeftOut(20, 2)).waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      en.seriesPhotos(19),
      'the focus is at the title of the list',
    );
    await page.getByTestId('more-photo-files').setInputFiles([fileOf('late.jpg', photos.old)]);
    await photoRow(page, 'late.jpg').waitFor();
    assert.ok(await page.getByRole('button', { name: en.order }).isDisabled());
    await visit.look('series-many');
    await page.unroute('**/ext_upload');
    await closeAfterTrouble(visit);
  });

  it('of which an upload failed are not ordered; the customer uploads the photo again', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    let calls = 0;
    await page.route('**/ext_upload', (route) => {
      calls += 1;
      return calls === 1
        ? refuse(route, 429, 'too_many_requests', { 'retry-after': '40' })
        : route.continue();
    });
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    const again = page.getByRole('button', { name: en.again });
    await again.waitFor();
    await orderButton(page, /^Order 1 photo –/).waitFor();
    await page.getByText(en.photosNotOrdered(1)).waitFor();
    await again.click();
    await orderButton(page, /^Order 2 photos –/).waitFor();
    await closeAfterTrouble(visit);
  });

  it('are still in the form after a reload, with the choices, and are not uploaded again', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    const button = orderButton(page, /^Order 2 photos/);
    await button.waitFor();
    const uploads: string[] = [];
    page.on('request', (request) => request.url().endsWith('/ext_upload') && uploads.push(request.url()));
    await waitUntil('both photos are stored', async () => (await keysOf(page, 'draft')).length === 2);
    await page.reload();
    await button.waitFor();
    await photoRow(page, 'ben.jpg').locator('img').nth(1).waitFor();
    assert.deepEqual(uploads, []);
    await page.getByRole('button', { name: en.removePhotoNamed('ben.jpg') }).click();
    await page.getByRole('button', { name: en.removePhotoNamed('anna.jpg') }).click();
    await page.getByRole('button', { name: en.pickPhoto }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: en.pickPhoto }).waitFor();
    await visit.close();
  });

  it('are checked again when the customer chooses another size', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page } = visit;
    await visit.chooseGood(/^ID photo/);
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    await page.getByText(en.purposeFirst).waitFor();
    const checks: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/check_photo')) checks.push(request.postDataJSON().size);
    });
    await page.locator('input[value="small_two_inch"]').check();
    await orderButton(page, /^Order 2 photos/).waitFor();
    await waitUntil('both photos are checked', () => checks.length === 2);
    assert.deepEqual(checks, ['small_two_inch', 'small_two_inch']);
    await visit.look('series-sized');
    await visit.close();
  });

  it('are ordered again if the orders of a try that failed have expired when the customer tries again', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    const asked = jointPaymentsOf(visit);
    let calls = 0;
    await page.route('**/mark_order_*', (route) => {
      calls += 1;
      return calls === 2 ? refuse(route, 410, 'upload_expired') : route.continue();
    });
    const firstOrder = page.waitForResponse('**/mark_order_*');
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    const button = orderButton(page, /^Order 2 photos/);
    await button.click();
    const { order_no: expired } = await (await firstOrder).json();
    await page.getByRole('alert').getByText('ben.jpg').waitFor();
    // An order that expires gets the same status as an order that is cancelled.
    const cancelled = await page.request.post('/index.php/v1/cancel_order', { data: { order_no: expired } });
    assert.equal(cancelled.status(), 200);
    await button.click();
    await page.waitForURL('**/sandbox/**');
    assert.equal(asked.length, 1);
    assert.equal(new Set(asked[0]?.orderNos).size, 2);
    assert.ok(!asked[0]?.orderNos.includes(expired), 'the expired order is paid');
    await closeAfterTrouble(visit);
  });

  it('of which only one passes the check are ordered like a single photo', async () => {
    const visit = await visitIdPhoto('phone', 'en');
    const { page } = visit;
    await choosePhotos(page, [fileOf('wall.jpg', photos.noFace), fileOf('anna.jpg', photos.portrait)]);
    await orderButton(page, /^Order 1 photo –/).click();
    await visit.decide('paid');
    await page.getByText(visit.w.ready).waitFor({ timeout: workTimeoutMs });
    await visit.close();
  });

  it('cost members the price for members, times the photos', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const { page } = visit;
    await page.route('**/shop/config', async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      await route.fulfill({ response, json: { ...config, has_token: true, member_prices: { 2: 200 } } });
    });
    await page.route('**/my_vip', (route) =>
      route.fulfill({ json: { is_vip: true, vip_until: '2031-01-01 00:00:00' } }),
    );
    await page.reload();
    await visit.chooseGood(visit.w.idPhoto);
    await choosePhotos(page, [fileOf('anna.jpg', photos.portrait), fileOf('ben.jpg', photos.portrait)]);
    await orderButton(page, /^Order 2 photos – .*4\.00$/).waitFor();
    await page.getByText('2 photos × ¥2.00').waitFor();
    await visit.close();
  });

  it('are dropped on the page together, and more are pasted', async () => {
    const visit = await visitIdPhoto('desktop', 'en');
    const { page } = visit;
    const bytes = [...photos.portrait];
    for (const [type, names] of [
      ['drop', ['anna.jpg', 'ben.jpg']],
      ['paste', ['carl.jpg']],
    ] as const) {
      await page.evaluate(
        ([kind, files, content]) => {
          const data = new DataTransfer();
          for (const name of files) data.items.add(new File([new Uint8Array(content)], name));
          const init = { bubbles: true, cancelable: true };
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: data })
              : new ClipboardEvent('paste', { ...init, clipboardData: data });
          document.body.dispatchEvent(event);
        },
        [type, names, bytes] as const,
      );
      for (const name of names) await goodPhoto(page, name, en).waitFor();
    }
    await orderButton(page, /^Order 3 photos/).waitFor();
    await visit.close();
  });
});
