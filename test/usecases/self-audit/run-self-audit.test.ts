/** The self-audit of money: each test damages the database directly and expects a finding. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop, operator, type Shop } from '../../support/shop.ts';

/** A shop with five orders: a finished picture, a refunded, a cancelled, one with a surplus payment, a membership. */
async function busyShop(): Promise<Shop & { readonly orders: Readonly<Record<string, string>> }> {
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

test('a shop without damage has no findings, and its sums add up', async () => {
  await using shop = await busyShop();
  assert.deepEqual(await shop.audit(), {
    orders: 5,
    problems: [],
    openDifferences: 0,
    sums: [
      {
        currency: 'CNY',
        receivedMinor: 990 + 990 + 5 + 1990,
        keptMinor: 990 + 1990,
        returnedMinor: 990 + 5,
        settledMinor: 0,
        refundingMinor: 0,
      },
    ],
  });
});

/** The damage, the order that it damages, the SQL statement, and the expected finding. */
const damage: readonly [string, string, string, RegExp][] = [
  [
    'a changed price',
    'made',
    'update orders set price_minor = 1 where order_no = ?',
    /the amount received is not the price/,
  ],
  [
    'an order that was set to paid by SQL',
    'cancelled',
    "update orders set status = 'pay', paid_at = 1, cancelled_at = null, cancelled_by = null where order_no = ?",
    /the replay of its history differs/,
  ],
  [
    'a gap in the history',
    'made',
    'insert into order_history select id, 99, \'result_purged\', 0, \'{"type":"result_purged","at":0}\', \'{"kind":"system"}\' from orders where order_no = ?',
    /gap/,
  ],
  [
    'an impossible event in the history',
    'cancelled',
    'insert into order_history select id, 3, \'work_started\', 0, \'{"type":"work_started","at":0}\', \'{"kind":"system"}\' from orders where order_no = ?',
    /work_started in cancal\/init/,
  ],
  [
    'a changed version',
    'made',
    'update orders set version = 9 where order_no = ?',
    /the replay of its history differs/,
  ],
  [
    'a paid order whose attempt is not won',
    'made',
    "update payment_attempts set state = 'open', received_minor = null, received_at = null where order_id = (select id from orders where order_no = ?)",
    /0 winning payments, expected 1/,
  ],
  [
    'an order that names another attempt than the won one',
    'made',
    'update orders set attempt_id = attempt_id + 1 where order_no = ?',
    /paid by another attempt/,
  ],
  [
    'a won attempt of a cancelled order',
    'cancelled',
    "insert into payment_attempts (order_id, payment_no, provider, channel, amount_minor, currency, state, received_minor, received_at, created_at) select id, 'PX', 'sandbox', 'checkout', 990, 'CNY', 'won', 990, 1, 1 from orders where order_no = ?",
    /1 winning payments, expected 0/,
  ],
  [
    'a paid order without a payment',
    'made',
    'update orders set attempt_id = null where order_no = ?',
    /has a price and no payment/,
  ],
  [
    'a won attempt with a wrong amount',
    'made',
    'update payment_attempts set received_minor = 989 where order_id = (select id from orders where order_no = ?)',
    /the amount received is not the price/,
  ],
  [
    'a surplus payment without a refund',
    'surplus',
    'delete from refunds where order_id = (select id from orders where order_no = ?)',
    /surplus payment P\w+ is not refunded exactly once and in full/,
  ],
  [
    'a surplus payment that is refunded in part',
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
    'a refunded order without a refund',
    'refunded',
    'delete from refunds where order_id = (select id from orders where order_no = ?)',
    /0 refunds, expected 1/,
  ],
  [
    'a refund of less than the price',
    'refunded',
    'update refunds set amount_minor = 1 where order_id = (select id from orders where order_no = ?)',
    /the amounts of its refunds are not the price/,
  ],
  [
    'months that are taken back without a refund',
    'member',
    'update membership_grants set months = 3, months_refunded = 1 where order_id = (select id from orders where order_no = ?)',
    /0 months are refunded, but 1 are taken back/,
  ],
  [
    'a partial refund whose months are still there',
    'member',
    "insert into refunds (refund_no, order_id, attempt_id, purpose, amount_minor, currency, reason, state, provider, requested_at, months) select 'RX', id, attempt_id, 'order', 990, 'CNY', '', 'done', 'sandbox', 1, 1 from orders where order_no = ?",
    /1 months are refunded, but 0 are taken back/,
  ],
  [
    'an order that is refunded while its refund is pending',
    'refunded',
    "update refunds set state = 'pending' where order_id = (select id from orders where order_no = ?)",
    /its refund is pending, but its status is refund/,
  ],
  [
    'a paid membership order without a grant',
    'member',
    'delete from membership_grants where order_id = (select id from orders where order_no = ?)',
    /0 membership grants, expected 1/,
  ],
  [
    'a grant of an order that is no membership order',
    'cancelled',
    'insert into membership_grants (user_id, order_id, months, granted_at) select user_id, id, 1, 1 from orders where order_no = ?',
    /1 membership grants, expected 0/,
  ],
  [
    'a revoked grant of a paid order',
    'member',
    'update membership_grants set revoked_at = 1 where order_id = (select id from orders where order_no = ?)',
    /the membership grant is revoked without a refund/,
  ],
  [
    'a failed order whose payment is kept',
    'made',
    "update orders set deal_status = 'fail', fail_reason = 'x', result_file = null, result_until = null where order_no = ?",
    /its work failed, but no refund was requested/,
  ],
];

for (const [what, which, statement, expected] of damage) {
  test(`the self-audit finds ${what}`, async () => {
    await using shop = await busyShop();
    const orderNo = shop.orders[which] ?? assert.fail();
    shop.sql(statement, orderNo);
    const { problems } = await shop.audit();
    const ofOrder = problems.filter((problem) => problem.startsWith(orderNo));
    assert.ok(
      ofOrder.some((problem) => expected.test(problem)),
      `${JSON.stringify(problems)}`,
    );
    assert.ok(
      problems.every((problem) => problem.startsWith(orderNo) || problem.startsWith('CNY')),
      'an undamaged order has a finding',
    );
  });
}

test('the self-audit reports a currency in which the received sum differs from revenue + finished refunds + open refunds', async () => {
  await using shop = await busyShop();
  shop.sql('update refunds set amount_minor = 4 where amount_minor = 5');
  const { problems } = await shop.audit();
  assert.ok(problems.some((problem) => /^CNY: received \d+ is not/.test(problem)));
});

test('the self-audit covers more orders than one page', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await Promise.all(Array.from({ length: 501 }, () => shop.placeVip()));
  assert.deepEqual(await shop.audit(), { orders: 501, sums: [], problems: [], openDifferences: 0 });
});
