/**
 * Free extras and paid orders share the image processes. A queue full of extras must not make a paid order
 * fail.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { assertSound, idPhoto, openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

/** The tasks that image processes accept at once, as in the real pool: one is processed and eight wait. */
const placesMax = 9;

async function donePhoto(shop: Shop): Promise<string> {
  const details = { path: await shop.upload(), color: 'red' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.drain();
  return orderNo;
}

/** Makes every picture wait until `open` is called, and refuses further pictures when the queue is full. */
function crowd({ orderImages }: Shop) {
  const { run } = orderImages;
  const gate = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let waiting = 0;
  orderImages.run = async (task, options) => {
    if (waiting === placesMax)
      return { kind: 'unavailable', cause: 'queue_full', detail: 'all places are taken' };
    waiting += 1;
    if (waiting === placesMax) full.resolve();
    await gate.promise;
    waiting -= 1;
    return run(task, options);
  };
  return { full: full.promise, open: gate.resolve };
}

test('while extras fill the queue, a paid order waits without a failed attempt, and its picture is made afterwards', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const photos = [await donePhoto(shop), await donePhoto(shop), await donePhoto(shop)];
  const paid = await shop.paidColourise();
  const { full, open } = crowd(shop);
  const extras = photos.flatMap((orderNo) =>
    ['four_r', 'five_inch', 'a4'].map((paper) => web.call('photo_sheet', { order_no: orderNo, paper })),
  );
  await full;
  const tenth = await web.call('photo_color', { order_no: photos[0], color: 'white' });
  assertProblem(tenth, 'unavailable');
  // Run the jobs four times: a picture has three attempts, so a counted attempt would make the order fail.
  for (let run = 0; run < 4; run++) {
    await shop.drain();
    assert.equal(await shop.state(paid), 'pay/init');
    shop.clock.advance(5_000);
  }
  open();
  for (const extra of await Promise.all(extras)) assert.equal(extra.statusCode, 200, extra.body);
  shop.clock.advance(60_000);
  await shop.drain();
  assert.equal(await shop.state(paid), 'pay/done');
  const attempts = await shop.store.read.jobs.attempts({ kind: 'process_order', key: paid });
  assert.deepEqual(
    attempts.map(({ end }) => end),
    ['done'],
  );
  await assertSound(shop);
});
