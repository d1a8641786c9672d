/** The self-audit finds each kind of damage that is planted behind the service's back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateJobs } from '../../../src/usecases/self-audit/job-problems.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

/** A shop with one order of each fate: paid and made, refunded, cancelled, surplus returned, membership. */
async function livelyShop(): Promise<Shop & { readonly orders: Readonly<Record<string, string>> }> {
  const shop = await openShop();
  const made = await shop.placeColourise();
  await shop.pay(made);
  const refunded = await shop.placeColourise();
  await shop.pay(refunded);
  await shop.service.refundOrder(operator, refunded, null, 'r');
  const cancelled = await shop.placeColourise();
  await shop.service.cancelOrder(operator, cancelled, 'r');
  const surplus = await shop.placeColourise();
  await shop.startPayment(surplus);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(surplus), { amountMinor: 5 }));
  const member = await shop.placeVip();
  await shop.pay(member);
  await shop.drain();
  return Object.assign(shop, { orders: { made, refunded, cancelled, surplus, member } });
}

test('a lively shop has no problems, and its sums add up', async () => {
  await using shop = await livelyShop();
  assert.deepEqual(await shop.audit(), {
    orders: 5,
    problems: [],
    sums: [
      {
        currency: 'CNY',
        receivedMinor: 990 + 990 + 5 + 1990,
        keptMinor: 990 + 1990,
        returnedMinor: 990 + 5,
        refundingMinor: 0,
      },
    ],
  });
});

/** What is done to which order, and what the audit must say. */
const damage: readonly [string, string, string, RegExp][] = [
  [
    'a price that was changed',
    'made',
    'update orders set price_minor = 1 where order_no = ?',
    /the amount received is not the price/,
  ],
  [
    'an order set to paid by hand',
    'cancelled',
    "update orders set status = 'pay', paid_at = 1, cancelled_at = null, cancelled_by = null where order_no = ?",
    /the replay of its history differs/,
  ],
  [
    'a missing line of history',
    'made',
    'insert into order_history select id, 99, \'result_purged\', 0, \'{"type":"result_purged","at":0}\', \'{"kind":"system"}\' from orders where order_no = ?',
    /gap/,
  ],
  [
    'an impossible line of history',
    'cancelled',
    'insert into order_history select id, 3, \'work_started\', 0, \'{"type":"work_started","at":0}\', \'{"kind":"system"}\' from orders where order_no = ?',
    /work_started in cancal\/init/,
  ],
  [
    'a version that was changed',
    'made',
    'update orders set version = 9 where order_no = ?',
    /the replay of its history differs/,
  ],
  [
    'a payment that is no longer won',
    'made',
    "update payment_attempts set state = 'open', received_minor = null, received_at = null where order_id = (select id from orders where order_no = ?)",
    /0 winning payments, expected 1/,
  ],
  [
    'another payment than the order says',
    'made',
    'update orders set attempt_id = attempt_id + 1 where order_no = ?',
    /paid by another attempt/,
  ],
  [
    'a payment of a cancelled order that is kept',
    'cancelled',
    "insert into payment_attempts (order_id, payment_no, provider, channel, amount_minor, currency, state, received_minor, received_at, created_at) select id, 'PX', 'sandbox', 'checkout', 990, 'CNY', 'won', 990, 1, 1 from orders where order_no = ?",
    /1 winning payments, expected 0/,
  ],
  [
    'an order that is paid without money',
    'made',
    'update orders set attempt_id = null where order_no = ?',
    /has a price and no payment/,
  ],
  [
    'a wrong amount that is kept',
    'made',
    'update payment_attempts set received_minor = 989 where order_id = (select id from orders where order_no = ?)',
    /the amount received is not the price/,
  ],
  [
    'surplus money without its refund',
    'surplus',
    'delete from refunds where order_id = (select id from orders where order_no = ?)',
    /surplus payment P\w+ is not refunded exactly once and in full/,
  ],
  [
    'surplus money that goes back in part',
    'surplus',
    'update refunds set amount_minor = 4 where order_id = (select id from orders where order_no = ?)',
    /surplus payment P\w+ is not refunded exactly once and in full/,
  ],
  [
    'a refund that the order does not show',
    'made',
    "insert into refunds (refund_no, order_id, attempt_id, purpose, amount_minor, currency, reason, state, provider, requested_at) select 'RX', id, attempt_id, 'order', 990, 'CNY', '', 'done', 'sandbox', 1 from orders where order_no = ?",
    /it has a refund, but its status shows none/,
  ],
  [
    'a refund that is gone',
    'refunded',
    'delete from refunds where order_id = (select id from orders where order_no = ?)',
    /0 refunds, expected 1/,
  ],
  [
    'a refund of less than the price',
    'refunded',
    'update refunds set amount_minor = 1 where order_id = (select id from orders where order_no = ?)',
    /the amount of the refund is not the price/,
  ],
  [
    'an order shown as refunded that is not',
    'refunded',
    "update refunds set state = 'pending' where order_id = (select id from orders where order_no = ?)",
    /its refund is pending, but its status is refund/,
  ],
  [
    'a membership that was never given',
    'member',
    'delete from membership_grants where order_id = (select id from orders where order_no = ?)',
    /0 membership grants, expected 1/,
  ],
  [
    'a membership for nothing',
    'cancelled',
    'insert into membership_grants (user_id, order_id, months, granted_at) select user_id, id, 1, 1 from orders where order_no = ?',
    /1 membership grants, expected 0/,
  ],
  [
    'a membership that is withdrawn though paid',
    'member',
    'update membership_grants set revoked_at = 1 where order_id = (select id from orders where order_no = ?)',
    /the membership grant is revoked without a refund/,
  ],
  [
    'failed work whose money is kept',
    'made',
    "update orders set deal_status = 'fail', fail_reason = 'x', result_file = null, result_until = null where order_no = ?",
    /its work failed, but no refund was requested/,
  ],
];

for (const [what, which, statement, expected] of damage) {
  test(`the audit finds ${what}`, async () => {
    await using shop = await livelyShop();
    const orderNo = shop.orders[which] ?? assert.fail();
    shop.sql(statement, orderNo);
    const { problems } = await shop.audit();
    const told = problems.filter((problem) => problem.startsWith(orderNo));
    assert.ok(
      told.some((problem) => expected.test(problem)),
      `${JSON.stringify(problems)}`,
    );
    assert.ok(
      problems.every((problem) => problem.startsWith(orderNo) || problem.startsWith('CNY')),
      'the others are sound',
    );
  });
}

/** Orders in the middle of something, whose jobs vanish. */
const lostWork: readonly [string, (shop: Shop, orderNo: string) => Promise<unknown>, string, RegExp][] = [
  [
    'a paid picture that nobody makes',
    (shop, orderNo) => shop.pay(orderNo),
    'process_order',
    /no job makes its picture/,
  ],
  [
    'an open payment that nobody asks about',
    (shop, orderNo) => shop.startPayment(orderNo),
    'check_payment',
    /no job queries payment P\w+/,
  ],
  [
    'a payment of a cancelled order that nobody closes',
    async (shop, orderNo) => {
      await shop.startPayment(orderNo);
      await shop.notify(shop.bank.decline(await shop.lastPaymentNo(orderNo)));
      await shop.service.cancelOrder(operator, orderNo, 'r');
    },
    'close_payment',
    /no job closes payment P\w+/,
  ],
  [
    'a refund that nobody carries out',
    async (shop, orderNo) => {
      await shop.pay(orderNo);
      await shop.service.refundOrder(operator, orderNo, null, 'r');
    },
    'refund_payment',
    /no job carries out refund R\w+/,
  ],
];

for (const [what, begin, kind, expected] of lostWork) {
  test(`the audit finds ${what}`, async () => {
    await using shop = await openShop();
    const orderNo = await shop.placeColourise();
    await begin(shop, orderNo);
    assert.deepEqual((await shop.audit()).problems, []);
    // Given up is as good as gone.
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
  test(`the audit finds a job ${kind} that is for nothing`, async () => {
    await using shop = await openShop();
    const job = { kind, key: 'X', payload: {}, priority: 0, runAt: 0, attemptsMax: 1, requestId: null };
    await shop.store.transaction((tx) => tx.jobs.enqueue(job));
    const { problems } = await shop.audit();
    assert.deepEqual(problems, [`job ${kind} is for X, which does not exist`]);
  });
}

test('jobs that nobody has taken up for long are told, and are no fault of the books', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  const job = await shop.store.transaction((tx) =>
    tx.jobs.claim(['process_order'], shop.clock.now(), shop.clock.now() + 30_000),
  );
  assert.ok(job !== undefined);
  const late = () => lateJobs(shop.store, shop.clock.now());
  shop.clock.advance(30_000 + 60_000);
  assert.deepEqual(await late(), []);
  shop.clock.advance(1000);
  assert.deepEqual(await late(), [`job ${job.id} process_order: its lease ended 61 s ago`]);
  assert.deepEqual((await shop.audit()).problems, []);
  shop.clock.advance(15 * 60_000);
  assert.ok((await late()).some((line) => /expire_orders: due for \d+ s/.test(line)));
});

test('money that is neither kept, returned nor owed is told per currency', async () => {
  await using shop = await livelyShop();
  shop.sql('update refunds set amount_minor = 4 where amount_minor = 5');
  const { problems } = await shop.audit();
  assert.ok(problems.some((problem) => /^CNY: received \d+ is not/.test(problem)));
});

test('the audit runs each night at half past three of the operator’s clocks, and tells what it found', async () => {
  await using shop = await livelyShop();
  const told = () =>
    shop.log.lines.filter(({ message }) => message.startsWith('audit')).map(({ level }) => level);
  assert.deepEqual(told(), ['info']);
  shop.clock.advance(7.5 * 60 * 60_000 - 1);
  await shop.drain();
  assert.deepEqual(told(), ['info'], '20:00 and seven and a half hours is just before half past three');
  shop.sql("update orders set version = 9 where status = 'refund'");
  shop.clock.advance(1);
  await shop.drain();
  assert.deepEqual(told(), ['info', 'error']);
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.deepEqual(told(), ['info', 'error', 'error']);
});

test('more orders than one page are audited', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await Promise.all(Array.from({ length: 501 }, () => shop.placeVip()));
  assert.deepEqual(await shop.audit(), { orders: 501, sums: [], problems: [] });
});
