/** The page of an order whose event stream is held back by a proxy, or repeats what it has reported. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, startShopService } from './shop-service.ts';
import { closeAfterTrouble, settled, showUnpaidOrder } from './shop-visit.ts';

describe('the page of an order', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  for (const [what, eventName] of [
    ['the whole response', null],
    ['the events', 'open'],
  ] as const) {
    it(`if a proxy holds back ${what} of the event stream, the page looks the order up, so that it can be paid`, async () => {
      const visit = await shop.visit('desktop', 'en');
      const { page, w } = visit;
      const checkout = await showUnpaidOrder(visit);
      await page.addInitScript((name) => {
        function heldStream() {
          const stream = new EventTarget();
          if (name !== null) setTimeout(() => stream.dispatchEvent(new Event(name)));
          return Object.assign(stream, { readyState: name === null ? 0 : 1, close() {} });
        }
        Object.assign(window, { EventSource: heldStream });
      }, eventName);
      await page.reload();
      await page.getByRole('button', { name: w.payNow }).waitFor();
      await page.request.post(checkout, { form: { outcome: 'paid' } });
      await page.getByText(w.memberNow).waitFor();
      await visit.close();
    });
  }

  it('a decline that a reconnecting event stream repeats while a payment is being opened does not hide the code of this payment', async () => {
    const visit = await shop.visit('desktop', 'en');
    const { page, w } = visit;
    await visit.chooseGood(w.vip);
    const orderNo = await visit.orderAndPay('declined');
    await page.getByText(w.declined).waitFor();
    const order = await (await page.request.post('/v1/fetch_order', { data: { order_no: orderNo } })).json();
    const events = `event: order\ndata: ${JSON.stringify(order)}\n\nevent: declined\ndata: {}\n\n`;
    const repeated = `retry: 100\n\n${events}`;
    const [paying, reconnected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let streams = 0;
    await page.route('**/order_events*', async (route) => {
      streams += 1;
      // The body ends, so the browser reconnects. After the payment was opened, the real stream reports no decline.
      if (streams > 2) return route.continue();
      const isFirst = streams === 1;
      if (!isFirst) await paying.promise;
      await route.fulfill({ contentType: 'text/event-stream', body: repeated });
      if (!isFirst) reconnected.resolve();
    });
    await page.route('**/pay_order', async (route) => {
      paying.resolve();
      await reconnected.promise;
      await settled(page);
      await route.continue();
    });
    await page.reload();
    await page.getByText(w.declined).waitFor();
    await page.getByRole('radio', { name: /QR code/ }).check();
    await page.getByRole('button', { name: w.payNow }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    assert.equal(await page.getByText(w.declined).count(), 0);
    await closeAfterTrouble(visit);
  });
});
