/** Workers that die, stop or lose their lease while they make the picture of an order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseLost } from '../../../src/usecases/ports/job-handler.ts';
import { assertSound, openShop, type Shop } from '../../support/shop.ts';

function results(shop: Shop): string[] {
  return [...shop.disk.stored.keys()].filter((key) => key.startsWith('results/'));
}

test('a picture whose worker crashed three times is made by the next worker', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  for (let death = 0; death < 3; death++) {
    await dyingWorker(shop);
    shop.clock.advance(60_000);
  }
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('after 21 workers crashed on one picture, the order fails and is refunded automatically, and no dead job remains', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  for (let death = 0; death < 21; death++) {
    await dyingWorker(shop);
    shop.clock.advance(60_000);
  }
  await shop.settle();
  assert.deepEqual(await shop.store.read.jobs.dead(null, null, 10), []);
  assert.equal(await shop.state(orderNo), 'refund/fail');
  assert.deepEqual(shop.orderImages.tasks, []);
  await assertSound(shop);
});

/** Claims the next picture and never finishes it, so that the order stays in `pay/ing`. */
async function dyingWorker(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const job = await shop.store.transaction((tx) => tx.jobs.claim(['process_order'], now, now + 30_000));
  assert.ok(job !== undefined);
  const handler = shop.handlers.find(({ kind }) => kind === 'process_order') ?? assert.fail();
  const { run } = shop.orderImages;
  await new Promise<void>((begun) => {
    shop.orderImages.run = () => {
      begun();
      return new Promise(() => undefined);
    };
    void handler.run(job, { signal: new AbortController().signal, log: shop.log });
  });
  shop.orderImages.run = run;
  assert.equal(await shop.state(String(job.key)), 'pay/ing');
}

test('a stopping worker releases its job without counting the attempt, and the next worker finishes the job', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const running = Promise.withResolvers<void>();
  const worker = shop.newWorker();
  shop.orderImages.plan = {
    meanwhile: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        running.resolve();
      }),
  };
  worker.start();
  await running.promise;
  await worker.stop({ graceMs: 10_000 });
  assert.equal(await shop.state(orderNo), 'pay/init');
  shop.orderImages.plan = 'made';
  const job = await shop.store.transaction((tx) =>
    tx.jobs.claim(['process_order'], shop.clock.now(), shop.clock.now() + 1000),
  );
  assert.equal(job?.attempts, 1, 'the stopped attempt was counted');
  shop.clock.advance(1000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('a worker that lost its lease cannot change the order, and its picture is removed', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  let first = true;
  shop.orderImages.plan = {
    async meanwhile() {
      if (!first) return;
      first = false;
      // The lease of the first worker ends, and a second worker makes the picture.
      shop.clock.advance(10 * 60_000);
      await shop.newWorker().drain();
    },
  };
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.equal(shop.orderImages.tasks.length, 2);
  const { deal } = await shop.order(orderNo);
  assert.ok(deal.status === 'done' && deal.resultFile !== null);
  await shop.settle();
  assert.deepEqual(
    results(shop),
    [deal.resultFile],
    'the only stored picture must be that of the second worker',
  );
  assert.ok(shop.log.lines.some(({ message }) => message === 'lease lost'));
  await assertSound(shop);
});

test('an attempt that is aborted because of a lost lease leaves the order as it is', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const now = shop.clock.now();
  const job = await shop.store.transaction((tx) => tx.jobs.claim(['process_order'], now, now + 1000));
  assert.ok(job !== undefined);
  shop.clock.advance(1000);
  await shop.drain();
  const handler = shop.handlers.find(({ kind }) => kind === 'process_order') ?? assert.fail();
  const abort = new AbortController();
  abort.abort(new LeaseLost());
  const before = await shop.events(orderNo);
  assert.deepEqual(await handler.run(job, { signal: abort.signal, log: shop.log }), { kind: 'done' });
  assert.deepEqual(await shop.events(orderNo), before);
});

test('a worker whose lease ends before it starts the job leaves the order to the worker that has the new lease', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const claim = () => {
    const now = shop.clock.now();
    return shop.store.transaction((tx) => tx.jobs.claim(['process_order'], now, now + 1000));
  };
  const late = (await claim()) ?? assert.fail();
  shop.clock.advance(1000);
  const other = (await claim()) ?? assert.fail();
  assert.notEqual(other.token, late.token);
  const handler = shop.handlers.find(({ kind }) => kind === 'process_order') ?? assert.fail();
  const context = { signal: new AbortController().signal, log: shop.log };
  assert.deepEqual(await handler.run(late, context), { kind: 'done' });
  assert.equal(await shop.state(orderNo), 'pay/init');
  assert.deepEqual(shop.orderImages.tasks, []);
});

test('a picture that is stored before its worker fails is removed', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const { put } = shop.disk.files;
  shop.disk.files.put = async (key, file, type) => {
    await put(key, file, type);
    throw new Error('the worker failed');
  };
  await shop.drain();
  assert.equal(results(shop).length, 1);
  shop.disk.files.put = put;
  await shop.settle();
  const { deal } = await shop.order(orderNo);
  assert.ok(deal.status === 'done');
  assert.deepEqual(results(shop), [deal.resultFile]);
});
