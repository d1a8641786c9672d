/** The job that makes the picture of a paid order: whatever fails, the customer gets the picture or the refund. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { FileMissing } from '../../../src/usecases/ports/file-store.ts';
import { imageRefusals, unavailableCauses } from '../../../src/usecases/ports/image-work.ts';
import {
  anonymous,
  assertSound,
  colourise,
  idPhoto,
  openShop,
  operator,
  type Shop,
} from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;

function results(shop: Shop): string[] {
  return [...shop.disk.stored.keys()].filter((key) => key.startsWith('results/'));
}

test('the picture of a paid order is made, stored and linked, and leaves no scratch file', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  const { deal } = view.order;
  assert.ok(deal.status === 'done' && deal.resultFile !== null);
  assert.equal(deal.resultUntil, shop.clock.now() + 7 * dayMs);
  assert.match(view.resultUrl ?? '', /^https:\/\/shop\.test\/files\/results\//);
  assert.deepEqual(results(shop), [deal.resultFile]);
  assert.equal(shop.disk.stored.get(deal.resultFile)?.contentType, 'image/jpeg');
  assert.deepEqual([...shop.disk.local.keys()], []);
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid', 'work_started', 'work_done']);
  await assertSound(shop);
});

test('a one-inch ID photo is made with 295 × 413 px on the ordered background', async () => {
  await using shop = await openShop();
  const details = { path: await shop.upload(), color: 'red' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.drain();
  const [task] = shop.orderImages.tasks;
  assert.ok(task?.kind === 'id_photo');
  const { widthPx, heightPx, dpi } = task.size;
  assert.deepEqual(
    [widthPx, heightPx, dpi, task.background, task.isCorrected],
    [295, 413, 300, 'red', false],
  );
});

test('an order whose photo is refused fails at once with the reason and is refunded automatically', async () => {
  await using shop = await openShop();
  for (const refusal of imageRefusals) {
    shop.orderImages.plan = { refused: refusal };
    const orderNo = await shop.paidColourise();
    await shop.drain();
    const view = await shop.service.fetchOrder(anonymous, orderNo);
    assert.equal(await shop.state(orderNo), 'refund/fail');
    assert.equal(view.order.deal.status === 'fail' && view.order.deal.reason, refusal);
    assert.equal(view.refund?.reason, view.failReason);
    assert.notEqual(view.failReason, null);
  }
  assert.equal(shop.orderImages.tasks.length, imageRefusals.length);
  await assertSound(shop);
});

test('a failed attempt is retried after a pause', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = 'lost';
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/init');
  shop.orderImages.plan = 'made';
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/init', 'the retry did not wait');
  shop.clock.advance(2_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual((await shop.events(orderNo)).slice(2), [
    'work_started',
    'work_returned',
    'work_started',
    'work_done',
  ]);
});

test('a failure of the machine does not count as an attempt, and the picture is made when the failure is over', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  for (const cause of unavailableCauses) {
    shop.orderImages.plan = { unavailable: cause };
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'pay/init');
    shop.clock.advance(60 * 60_000);
  }
  const { put } = shop.disk.files;
  for (const errorCode of ['ENOSPC', 'EMFILE', 'EIO']) {
    shop.orderImages.plan = 'made';
    shop.disk.files.put = () => Promise.reject(Object.assign(new Error('full'), { code: errorCode }));
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'pay/init');
    shop.clock.advance(60 * 60_000);
  }
  shop.disk.files.put = put;
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a paid order waits while the file store does not have its photo, and is done when the photo is back', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const { fetchTo } = shop.disk.files;
  shop.disk.files.fetchTo = (key) => Promise.reject(new FileMissing(key));
  for (let hour = 0; hour < 5; hour += 1) {
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'pay/init');
    shop.clock.advance(60 * 60_000);
  }
  shop.disk.files.fetchTo = fetchTo;
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('a picture that waits for the machine is tried again at growing intervals', async () => {
  await using shop = await openShop();
  await shop.paidColourise();
  shop.orderImages.plan = { unavailable: 'storage' };
  for (let second = 0; second < 60 * 60; second += 10) {
    await shop.drain();
    shop.clock.advance(10_000);
  }
  const tries = shop.orderImages.tasks.length;
  assert.ok(tries > 5 && tries < 25, `${tries} tries in an hour`);
});

test('after the third failed attempt the order fails and is refunded automatically', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = 'lost';
  await shop.settle();
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.equal(await shop.state(orderNo), 'refund/fail');
  assert.equal(
    view.failReason,
    'Something went wrong on our side, so the picture could not be made. Your photo is fine.',
  );
  assert.equal(shop.orderImages.tasks.length, 3);
  assert.deepEqual(results(shop), []);
  await assertSound(shop);
});

test('an order that an operator refunds while its picture is made ends as refunded, without a result', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = {
    async meanwhile() {
      await shop.service.refundOrder(operator, orderNo, null, 'r');
    },
  };
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/fail');
  assert.deepEqual(results(shop), []);
  assert.equal(
    (await shop.service.fetchOrder(anonymous, orderNo)).failReason,
    'The picture was not finished, because a refund was requested.',
  );
  await assertSound(shop);
});

test('an order without its upload is refunded: at once if the upload is purged, after 6 hours if its file is missing', async () => {
  await using shop = await openShop();
  const [withoutFile, withoutRow] = [await shop.paidColourise(), await shop.paidColourise()];
  await shop.disk.files.remove(String((await shop.order(withoutFile)).details.path));
  shop.sql('delete from uploads where path = ?', String((await shop.order(withoutRow)).details.path));
  await shop.drain();
  assert.equal(await shop.state(withoutRow), 'refund/fail');
  assert.equal(await shop.state(withoutFile), 'pay/init');
  shop.clock.advance(6 * 60 * 60_000);
  await shop.drain();
  for (const orderNo of [withoutFile, withoutRow]) {
    assert.equal(await shop.state(orderNo), 'refund/fail');
    const { failReason } = await shop.service.fetchOrder(anonymous, orderNo);
    assert.equal(failReason, 'The uploaded photo has been deleted. Upload it again and place a new order.');
  }
  await assertSound(shop);
});

test('pictures of members are made first and kept for 30 days', async () => {
  await using shop = await openShop();
  const vipOrder = await shop.placeVip();
  await shop.pay(vipOrder);
  const member: Caller = { kind: 'guest', userId: (await shop.order(vipOrder)).userId };
  const first = await shop.paidColourise();
  const path = await shop.upload();
  const { orderNo } = await shop.service.placeOrder({
    ...shop.placeCall(colourise, { path }),
    caller: member,
  });
  await shop.pay(orderNo);
  assert.deepEqual(await shop.store.read.jobs.waitingPictures(), [orderNo, first]);
  const made: string[] = [];
  shop.orderImages.plan = {
    async meanwhile() {
      for (const no of [first, orderNo]) if ((await shop.state(no)) === 'pay/ing') made.push(no);
    },
  };
  await shop.drain();
  assert.deepEqual(made, [orderNo, first]);
  const { deal } = await shop.order(orderNo);
  assert.equal(deal.status === 'done' && deal.resultUntil, shop.clock.now() + 30 * dayMs);
});
