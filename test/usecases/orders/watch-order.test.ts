/** The event stream of an order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../src/usecases/ports/store.ts';
import type { OrderFeedItem } from '../../../src/usecases/service.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, openShop, type Shop, source } from '../../support/shop.ts';

function watch(shop: Shop, orderNo: string, afterSeq = 0) {
  const abort = new AbortController();
  const items = shop.service.watchOrder(anonymous, orderNo, afterSeq, abort.signal)[Symbol.asyncIterator]();
  return {
    abort,
    async next(): Promise<string> {
      const { value, done } = await items.next();
      return done === true ? 'end' : describe(value);
    },
  };
}

function describe(item: OrderFeedItem): string {
  switch (item.kind) {
    case 'order':
      return `${item.seq} ${item.event} ${item.view.order.money.status}/${item.view.order.deal.status}`;
    case 'progress':
      return `progress ${item.fraction}`;
    case 'queue':
      return `queue ${item.place}`;
    case 'declined':
      return `declined ${item.provider}`;
  }
}

test('the stream sends the order, each change, the place in the queue and the progress, and then ends', async () => {
  await using shop = await openShop();
  const ahead = await shop.placeColourise();
  await shop.pay(ahead);
  const orderNo = await shop.placeColourise();
  const feed = watch(shop, orderNo);
  assert.equal(await feed.next(), '1 created wait_pay/init');
  const paid = feed.next();
  await shop.pay(orderNo);
  assert.equal(await paid, '2 paid pay/init');
  assert.equal(await feed.next(), 'queue 1');
  const moved = feed.next();
  let step: () => void = () => undefined;
  const inWork = new Promise<void>((resolve) => {
    shop.orderImages.plan = {
      async meanwhile({ onProgress }) {
        if ((await shop.state(orderNo)) !== 'pay/ing') return;
        resolve();
        await new Promise<void>((go) => {
          step = go;
        });
        onProgress?.(0.25);
      },
    };
  });
  const drained = shop.drain();
  assert.equal(await moved, 'queue 0');
  await inWork;
  assert.equal(await feed.next(), '3 work_started pay/ing');
  const progress = feed.next();
  step();
  assert.equal(await progress, 'progress 0.25');
  await drained;
  assert.equal(await feed.next(), '4 work_done pay/done');
  assert.equal(await feed.next(), 'end');
});

test('all streams share the reads of the queue, and each sends the new place of its order', async () => {
  let reads = 0;
  await using shop = await openShop({
    wrap(deps) {
      const { store } = deps;
      const waitingPictures = () => {
        reads += 1;
        return store.read.jobs.waitingPictures();
      };
      return {
        ...deps,
        store: { ...store, read: { ...store.read, jobs: { ...store.read.jobs, waitingPictures } } },
      };
    },
  });
  const orders: string[] = [];
  const feeds = [];
  for (let place = 0; place < 20; place++) {
    const orderNo = await shop.paidColourise();
    shop.clock.advance(1);
    const feed = watch(shop, orderNo);
    assert.equal(await feed.next(), '2 paid pay/init');
    assert.equal(await feed.next(), `queue ${place}`);
    orders.push(orderNo);
    feeds.push(feed);
  }
  reads = 0;
  const now = shop.clock.now();
  await shop.store.transaction((tx) => tx.jobs.claim(['process_order'], now, now + 60_000));
  const moved = feeds.slice(1).map((feed) => feed.next());
  for (const orderNo of orders) shop.store.publish({ kind: 'order_changed', orderNo });
  assert.deepEqual(
    await Promise.all(moved),
    moved.map((_, place) => `queue ${place}`),
  );
  assert.ok(reads <= orders.length, `${reads} reads for ${orders.length} changes`);
});

test('each stream sends a declined payment once', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const feed = watch(shop, orderNo);
  assert.equal(await feed.next(), '1 created wait_pay/init');
  const declined = feed.next();
  await shop.startPayment(orderNo);
  await shop.notify(shop.bank.decline(await shop.lastPaymentNo(orderNo)));
  assert.equal(await declined, 'declined sandbox');
  const later = watch(shop, orderNo);
  assert.equal(await later.next(), '1 created wait_pay/init');
  assert.equal(await later.next(), 'declined sandbox');
  const next = feed.next();
  await shop.pay(orderNo);
  assert.equal(await next, '2 paid pay/init');
});

test('a stream that resumes after an event number sends only newer changes', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const feed = watch(shop, orderNo, 1);
  const next = feed.next();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  assert.equal(await next, '2 cancelled cancal/init');
  assert.equal(await feed.next(), 'end');
  assert.equal(await watch(shop, orderNo, 2).next(), 'end', 'the stream of a final order did not end');
  assert.equal(await watch(shop, orderNo).next(), '2 cancelled cancal/init');
});

test('a stream that its client aborts ends its subscription', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  let listeners = 0;
  const { subscribe } = shop.store;
  shop.store.subscribe = (listener) => {
    listeners++;
    const end = subscribe(listener);
    return () => {
      listeners--;
      end();
    };
  };
  const feed = watch(shop, orderNo);
  await feed.next();
  assert.equal(listeners, 1);
  const last = feed.next();
  feed.abort.abort();
  assert.equal(await last, 'end');
  assert.equal(listeners, 0);
});

test('the stream of a failed order ends when its refund is done', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  shop.orderImages.plan = { refused: 'no_face' };
  shop.bank.refundPlan = 'pending';
  await shop.drain();
  const feed = watch(shop, orderNo);
  assert.equal(await feed.next(), '5 refund_requested wait_refund/fail');
  const refunded = feed.next();
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  assert.equal(await refunded, '6 refund_done refund/fail');
  assert.equal(await feed.next(), 'end');
});

test('a change whose message was lost is sent once the store reports lost messages', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  let publish: (message: Message) => void = () => undefined;
  // Simulates a lost connection: the message about the change does not arrive.
  shop.store.subscribe = (listener) => {
    publish = listener;
    return () => undefined;
  };
  const feed = watch(shop, orderNo);
  assert.equal(await feed.next(), '1 created wait_pay/init');
  const next = feed.next();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  publish({ kind: 'missed' });
  assert.equal(await next, '2 cancelled cancal/init');
});

test('another user’s order cannot be watched and looks like an unknown order', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const orderNo = await shop.placeVip(1, alice);
  await assert.rejects(watch(shop, orderNo).next(), code('unknown_order'));
});
