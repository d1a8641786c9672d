/**
 * Random schedules of customers, operators, Alipay and its faults, with the real use cases, the real adapter and the fake
 * Alipay. Whatever happens, in the end the service's books equal those of Alipay.
 * `SCHEDULES=10000 node --test test/payments/alipay/random-schedules.test.ts` runs more of them; `SEED` repeats a run.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  actOnShop,
  countJointlyPaid,
  ignoreRefusal,
  pick,
  playSchedules,
  severalOf,
  type Totals,
} from '../../support/random-schedules.ts';
import { paidFields } from './alipay-fixture.ts';
import {
  type AlipayWorld,
  assertFinished,
  deliver,
  finishAll,
  openAlipayWorld,
  placeOrder,
  startPayment,
  startPayments,
  visit,
} from './alipay-world.ts';
import { faults } from './fake-alipay.ts';
import { applicationKeys } from './fake-keys.ts';
import { notificationOf } from './fake-notices.ts';

const actions = [
  'place an order',
  'start to pay on a page',
  'start to pay on a phone',
  'start to pay by code',
  'start to pay twice at once',
  'start to pay several orders',
  'open a link',
  'pay',
  'start, open and pay',
  'open a link and pay',
  'deliver a notification',
  'deliver a notification twice at once',
  'deliver forged notifications',
  'cancel',
  'cancel as the operator',
  'request a refund',
  'refund as the operator',
  'refund months',
  'a refund stays pending',
  'a refund lacks money',
  'a refund is done',
  'a refund is dropped',
  'the next answers are faulty',
  'every answer is faulty',
  'answers are sound',
  'the clocks differ',
  'the clocks agree',
  'run the due jobs',
  'jobs run for a minute',
  'a second passes',
  'a minute passes',
  'half an hour passes',
  'a day passes',
] as const;

type Action = (typeof actions)[number];

/** Actions of a normal order come more often, so that many orders are paid. */
const frequent: readonly Action[] = [
  'place an order',
  'start to pay several orders',
  'start to pay several orders',
  'start to pay several orders',
  ...(['start to pay on a page', 'start, open and pay', 'open a link and pay'] as const).flatMap((action) => [
    action,
    action,
    action,
    action,
    action,
    action,
  ]),
  'deliver a notification',
  'deliver a notification',
  ...(['run the due jobs', 'jobs run for a minute'] as const).flatMap((action) => [action, action, action]),
  'cancel',
  'refund as the operator',
  'refund months',
  'refund as the operator',
  'refund months',
  'answers are sound',
  'answers are sound',
  'answers are sound',
];

interface Step {
  readonly action: Action;
  /**
   * The number by which the action selects an order, link, trade, notification, refund or fault among those that exist.
   */
  readonly index: number;
}

const anyStep = fc.record({ action: fc.constantFrom(...actions, ...frequent), index: fc.nat(1000) });
const anySchedule = fc.record({
  /**
   * Whether notifications that no step has delivered are lost, so that the service must find the payments by queries.
   */
  areNoticesLost: fc.boolean(),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
});

async function act(world: AlipayWorld, { action, index }: Step): Promise<void> {
  const { shop, orders, links } = world;
  const orderNo = pick(orders, index);
  const link = pick(links, index);
  const start = (channel: string) =>
    orderNo === undefined ? undefined : ignoreRefusal(startPayment(world, orderNo, channel));
  switch (action) {
    case 'place an order':
      return placeOrder(world, index);
    case 'start to pay on a page':
      return start('page');
    case 'start to pay on a phone':
      return start('wap');
    case 'start to pay by code':
      return start('qr');
    case 'start, open and pay': {
      await start(index % 2 === 0 ? 'page' : 'qr');
      const started = links.at(-1);
      if (started !== undefined) await visit(world, started);
      return actAtAlipay(world, 'pay', -1);
    }
    case 'open a link and pay':
      if (link !== undefined) await visit(world, link);
      return actAtAlipay(world, 'pay', -1);
    case 'start to pay several orders':
      return ignoreRefusal(startPayments(world, severalOf(orders, index), index % 2 === 0 ? 'page' : 'qr'));
    case 'start to pay twice at once':
      return void (await Promise.all([start('page'), start('page'), start('qr')]));
    case 'open a link':
      return link === undefined ? undefined : visit(world, link);
    case 'jobs run for a minute':
      shop.clock.advance(60_000);
      return void (await shop.drain());
    default:
      if (await actOnShop(world, action, orderNo)) return;
      return actAtAlipay(world, action, index);
  }
}

async function actAtAlipay(world: AlipayWorld, action: Action, index: number): Promise<void> {
  const { shop, fake } = world;
  const { setting } = fake;
  const payable = [...fake.trades.keys()].filter((no) => fake.byNo(no).status === 'WAIT_BUYER_PAY');
  const trade = pick([...fake.trades.values()], index);
  const refundNo = pick(fake.pendingRefunds(), index);
  const notice = pick(fake.notices, index);
  const fault = pick(faults, index) ?? 'none';
  switch (action) {
    case 'pay': {
      const outTradeNo = pick(payable, index);
      return outTradeNo === undefined ? undefined : fake.pay(outTradeNo);
    }
    case 'deliver a notification':
      return notice === undefined ? undefined : deliver(world, notice);
    case 'deliver a notification twice at once':
      if (notice === undefined) return;
      return void (await Promise.all([deliver(world, notice), deliver(world, notice)]));
    case 'deliver forged notifications': {
      const outTradeNo = pick(payable, index);
      return outTradeNo === undefined ? undefined : deliverForgeries(world, outTradeNo);
    }
    case 'a refund stays pending':
      if (trade !== undefined) trade.course = 'pending';
      return;
    case 'a refund lacks money':
      if (trade !== undefined) trade.course = 'failed';
      return;
    case 'a refund is done':
    case 'a refund is dropped':
      if (refundNo === undefined) return;
      return fake.finishRefund(refundNo, action === 'a refund is done' ? 'done' : 'dropped');
    case 'the next answers are faulty':
      return void fake.plan.push(fault, 'none', fault);
    case 'every answer is faulty':
    case 'answers are sound':
      setting.always = action === 'answers are sound' ? 'none' : fault;
      return;
    case 'the clocks differ':
    case 'the clocks agree':
      setting.skewMs = action === 'the clocks agree' ? 0 : index % 2 === 0 ? 10_000 : -10_000;
      return;
    default:
      assert.fail(`unknown action “${action}” at ${shop.clock.now()}`);
  }
}

async function deliverForgeries({ shop, fake }: AlipayWorld, outTradeNo: string): Promise<void> {
  const { totalMinor } = fake.byNo(outTradeNo);
  const fields = paidFields(outTradeNo, totalMinor, shop.clock.now());
  const forgeries = [
    notificationOf(fields, { key: applicationKeys.privateKey }),
    notificationOf(fields, { signType: 'RSA' }),
    notificationOf({ ...fields, app_id: '2021000000000000' }),
    notificationOf({ ...fields, seller_id: '2088000000000000' }),
    notificationOf(
      { ...fields, trade_status: 'WAIT_BUYER_PAY' },
      { unsigned: { trade_status: 'TRADE_SUCCESS' } },
    ),
  ];
  for (const forgery of forgeries) assert.equal((await shop.notify(forgery, 'alipay')).body, 'fail');
}

const secret = String(applicationKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })).slice(100, 160);

async function play(steps: readonly Step[], areNoticesLost: boolean, totals: Totals): Promise<void> {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  await placeOrder(world, 0);
  await placeOrder(world, 1);
  for (const step of steps) await act(world, step);
  assert.deepEqual((await shop.audit()).problems, []);
  await finishAll(world, areNoticesLost);
  await assertFinished(world);
  assert.ok(!inspect(shop.log.lines, { depth: 12 }).includes(secret), 'the log contains the key');
  const trades = [...fake.trades.values()];
  totals.schedules++;
  totals.orders += world.orders.length;
  totals.payments += trades.filter(({ paidAt }) => paidAt !== null).length;
  totals.jointlyPaid += await countJointlyPaid(world);
  totals.refunds += trades.reduce((sum, { refunds }) => sum + refunds.length, 0);
}

test('property: after any schedule the service’s books equal Alipay’s, and no payment is lost or kept twice', async (t) => {
  await playSchedules(t, anySchedule, ({ steps, areNoticesLost }, totals) =>
    play(steps, areNoticesLost, totals),
  );
});
