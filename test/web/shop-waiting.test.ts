/** What the order's page shows from the payment until the picture is finished, and after the picture was deleted. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { endKeeping, holdPictures, releasePictures } from './service-database.ts';
import { visitShop } from './shop-visit.ts';

const workTimeoutMs = 120_000;

/** Records the values of the progress bar on every page that the browser loads after this call. */
async function recordProgress(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(globalThis, { shownProgress: shown });
    const note = () => {
      const value = document.querySelector('progress')?.getAttribute('value');
      if (value != null) shown.push(Number(value));
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

function shownProgress(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as { shownProgress?: readonly number[] }).shownProgress ?? []);
}

function untilPurged(url: string, orderNo: string): Promise<true> {
  return waitUntil('the result is purged', async () => {
    const body = new URLSearchParams({ order_no: orderNo });
    const answer = await fetch(`${url}/v1/fetch_order`, { method: 'POST', body });
    return ((await answer.json()) as { deal_result: string | null }).deal_result === null;
  });
}

/** Places and pays an order for a picture by another customer, who calls the API. */
async function buyAsAnother(url: string, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([photo]), 'photo.jpg');
  const call = async (operation: string, body: FormData | string) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const answer = await fetch(`${url}/v1/${operation}`, {
      method: 'POST',
      body,
      ...(headers && { headers }),
    });
    assert.equal(answer.status, 200, operation);
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const { path } = await call('ext_upload', form);
  const goods = (await call('goods_list', '{}')) as unknown as readonly { id: number; funct_name: string }[];
  const good = goods.find(({ funct_name }) => funct_name === 'mark_order_zhaopianshangse');
  const { order_no } = await call('mark_order_zhaopianshangse', JSON.stringify({ goods_id: good?.id, path }));
  const { url: checkout = '' } = await call('pay_order', JSON.stringify({ order_no }));
  await fetch(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
}

describe('after the payment', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let photos: SamplePhotos;
  /** A photo that is so large that the test sees the progress of its processing. */
  let largePhoto: Uint8Array<ArrayBuffer>;
  before(async () => {
    [service, browser, photos] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir }),
      launchBrowser(),
      samplePhotos(),
    ]);
    largePhoto = new Uint8Array(await sharp(photos.old).resize({ height: 3_600 }).jpeg().toBuffer());
  });
  afterEach(() => releasePictures(dataDir));
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  it('a paid order shows its place in the queue', async () => {
    holdPictures(dataDir);
    await buyAsAnother(service.url, photos.old);
    await buyAsAnother(service.url, photos.old);
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    await visit.orderAndPay('paid');
    await page.getByText('您前面还有 2 单。').waitFor();
    await visit.look('queued');
    releasePictures(dataDir);
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    await visit.close();
  });

  it('a paid order can be refunded until the work begins', async () => {
    holdPictures(dataDir);
    const visit = await visitShop(browser, service.url, 'phone', 'zh');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    await visit.orderAndPay('paid');
    await page.getByRole('button', { name: w.refund }).click();
    await page.getByText(/9\.90 会全额原路退回/).waitFor();
    await visit.look('refund-asked');
    await page.getByRole('dialog').getByRole('button', { name: w.refund }).click();
    await page.getByText(w.refunded).waitFor({ timeout: workTimeoutMs });
    await visit.look('refunded');
    await visit.close();
  });

  it('while the picture is made, the page shows the photo and the progress', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(largePhoto);
    await recordProgress(page);
    await visit.orderAndPay('paid');
    await page.getByText(w.working).waitFor({ timeout: workTimeoutMs });
    await page.getByRole('progressbar').waitFor();
    await visit.look('working');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    const shown = await shownProgress(page);
    assert.ok(
      shown.some((value) => value > 0 && value < 1),
      `the bar showed ${shown}`,
    );
    await visit.close();
  });

  it('a page that is shown again after the half of a link’s life has a new link to the picture, and says so after the picture was deleted', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.colourise);
    await visit.givePhoto(photos.old);
    const orderNo = await visit.orderAndPay('paid');
    await page.getByText(w.ready).waitFor({ timeout: workTimeoutMs });
    const answered = page.waitForResponse('**/fetch_order');
    // As if the browser had suspended the hidden page for half an hour.
    await page.evaluate(() => {
      const started = Date.now();
      Date.now = () => started + 30 * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const { deal_result: renewed } = await (await answered).json();
    const link = page.getByRole('link', { name: w.download, exact: true });
    await page.locator(`a[download][href^="${renewed.slice(service.url.length)}"]`).waitFor();
    const picture = await page.request.get(String(await link.getAttribute('href')));
    assert.equal(picture.status(), 200);
    endKeeping(dataDir, orderNo);
    await untilPurged(service.url, orderNo);
    await page.reload();
    await page.getByText(w.expired).waitFor();
    await visit.look('expired');
    await page.getByRole('link', { name: 'Order again' }).waitFor();
    await visit.close();
  });
});
