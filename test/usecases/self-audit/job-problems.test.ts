/**
 * The self-audit of jobs: missing jobs, jobs whose order, payment or refund does not exist, and late jobs.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateJobs } from '../../../src/usecases/self-audit/job-problems.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

/** A state of an order that needs a job, how the order gets there, the kind of the job, and the expected finding. */
const lostJobs: readonly [string, (shop: Shop, orderNo: string) => Promise<unknown>, string, RegExp][] = [
  [
    'a paid order without the job that makes its picture',
    (shop, orderNo) => shop.pay(orderNo),
    'process_order',
    /no job makes/,
  ],
  [
    'an open payment without the job that queries it',
    (shop, orderNo) => shop.startPayment(orderNo),
    'check_payment',
    /no job queries payment P\w+/,
  ],
  [
    'a payment of a cancelled order without the job that closes it',
    async (shop, orderNo) => {
      await shop.startPayment(orderNo);
      await shop.notify(shop.bank.decline(await shop.lastPaymentNo(orderNo)));
      await shop.service.cancelOrder(operator, orderNo, 'r');
    },
    'close_payment',
    /no job closes payment P\w+/,
  ],
  [
    'a refund without the job that carries it out',
    async (shop, orderNo) => {
      await shop.pay(orderNo);
      await shop.service.refundOrder(operator, orderNo, null, 'r');
    },
    'refund_payment',
    /no job carries out refund R\w+/,
  ],
];

for (const [what, begin, kind, expected] of lostJobs) {
  test(`the self-audit finds ${what}`, async () => {
    await using shop = await openShop();
    const orderNo = await shop.placeColourise();
    await begin(shop, orderNo);
    assert.deepEqual((await shop.audit()).problems, []);
    // The self-audit reports a dead job in the same way as a missing job.
    for (const loss of ["update jobs set state = 'dead' where kind = ?", 'delete from jobs where kind = ?']) {
      shop.sql(loss, kind);
      const { problems } = await shop.audit();
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.ok(problems[0]?.startsWith(orderNo));
      assert.match(problems[0] ?? '', expected);
    }
  });
}

for (const kind of ['process_order', 'close_payment', 'check_payment', 'refund_payment'] as const) {
  test(`the self-audit finds a ${kind} job whose order, payment or refund does not exist`, async () => {
    await using shop = await openShop();
    const job = { kind, key: 'X', payload: {}, priority: 0, runAt: 0, attemptsMax: 1, requestId: null };
    await shop.store.transaction((tx) => tx.jobs.enqueue(job));
    const { problems } = await shop.audit();
    assert.deepEqual(problems, [`job ${kind} is for X, which does not exist`]);
  });
}

test('late jobs are listed separately and are not problems of the self-audit', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  const job = await shop.store.transaction((tx) =>
    tx.jobs.claim(['process_order'], shop.clock.now(), shop.clock.now() + 30_000),
  );
  assert.ok(job !== undefined);
  const late = () => lateJobs(shop.deps, shop.clock.now());
  shop.clock.advance(30_000 + 60_000);
  assert.deepEqual(await late(), []);
  shop.clock.advance(1000);
  assert.deepEqual(await late(), [`job ${job.id} process_order: its lease ended 61 s ago`]);
  assert.deepEqual((await shop.audit()).problems, []);
  shop.clock.advance(15 * 60_000);
  assert.ok((await late()).some((line) => /expire_orders: due for \d+ s/.test(line)));
});
