/**
 * A picture whose image process is killed at each attempt by something outside the service, for example by the
 * kernel when memory runs out.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry, OrderEvent } from '../../../src/domain/order-events.ts';
import { killTimes } from '../../../src/usecases/pictures/killed-picture.ts';
import { anonymous, assertSound, idPhoto, openShop, type Shop } from '../../support/shop.ts';

const hourMs = 60 * 60_000;

/** Kills the image process of every colourisation. Other pictures are made. */
function killColourisations({ orderImages }: Shop): void {
  const { run } = orderImages;
  orderImages.run = async (task, options) => {
    orderImages.plan = task.kind === 'colourise' ? { unavailable: 'killed' } : 'made';
    return run(task, options);
  };
}

/** Runs the jobs that are due after a pause, in a new worker each time, as after a restart. */
async function tryAgain(shop: Shop, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await shop.newWorker().drain();
    shop.clock.advance(10 * 60_000);
  }
}

async function makeIdPhoto(shop: Shop): Promise<void> {
  const details = { path: await shop.upload(), color: 'red' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.newWorker().drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
}

test('a picture whose process is killed ten times while another picture is made fails and is refunded, even if the service restarts in between', async () => {
  await using shop = await openShop();
  killColourisations(shop);
  const orderNo = await shop.paidColourise();
  await tryAgain(shop, 1);
  await makeIdPhoto(shop);
  // The second attempt of the colourised photo ran, and was killed, while the ID photo was made.
  await tryAgain(shop, 7);
  assert.equal(await shop.state(orderNo), 'pay/init');
  await tryAgain(shop, 2);
  assert.equal(await shop.state(orderNo), 'refund/fail');
  const kills = shop.orderImages.tasks.filter(({ kind }) => kind === 'colourise').length;
  assert.equal(kills, 10);
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.match(view.failReason ?? '', /on our side.*Your photo is fine/);
  const { id } = await shop.order(orderNo);
  const failed = (await shop.store.read.orders.history(id)).find(({ event }) => event.type === 'work_failed');
  assert.ok(failed?.event.type === 'work_failed');
  assert.match(failed.event.error ?? '', /killed 10 times/);
  await assertSound(shop);
});

test('while no other picture is made, a picture whose process is killed fails only after a day', async () => {
  await using shop = await openShop();
  killColourisations(shop);
  const orderNo = await shop.paidColourise();
  await tryAgain(shop, 23 * 6);
  assert.equal(await shop.state(orderNo), 'pay/init');
  await tryAgain(shop, 8);
  assert.equal(await shop.state(orderNo), 'refund/fail');
  await assertSound(shop);
});

test('a picture whose process is killed nine times is made when the machine has memory again', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = { unavailable: 'killed' };
  await tryAgain(shop, 9);
  shop.orderImages.plan = 'made';
  await tryAgain(shop, 1);
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('attempts that fail for another reason of the machine, such as a full queue, do not count as kills, even over several days', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  for (const cause of ['storage', 'no_process', 'queue_full'] as const) {
    shop.orderImages.plan = { unavailable: cause };
    await tryAgain(shop, 60);
    shop.clock.advance(24 * hourMs);
  }
  shop.orderImages.plan = { unavailable: 'killed' };
  await tryAgain(shop, 1);
  assert.equal(await shop.state(orderNo), 'pay/init');
});

test('kills that happened before an operator retried the order do not count', () => {
  const killed = { type: 'work_returned', error: 'e', cause: 'killed' } as const;
  const events: OrderEvent[] = [
    { at: 1, ...killed },
    { at: 2, type: 'work_retried' },
    { at: 3, type: 'work_returned', error: 'its worker was lost' },
    { at: 4, ...killed },
  ];
  const history = events.map((event, index): HistoryEntry => {
    return { seq: index + 1, event, actor: { kind: 'system' } };
  });
  assert.deepEqual(killTimes(history), [4]);
});
