/**
 * Random schedules of customers, operators, WeChat and its faults, with the real use cases, the real adapter and the fake
 * server. Whatever happens, in the end the service's books equal those of WeChat.
 * `SCHEDULES=10000 node --test test/payments/wechat-virtual/random-schedules.test.ts` runs more of them; `SEED` repeats a
 * run.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { actOnShop, pick, playSchedules, type Totals } from '../../support/random-schedules.ts';
import { type ApiFault, wechatAccount } from './fake-wechat-api.ts';
import { xpayAccount } from './fake-xpay.ts';
import {
  assertFinished,
  callerOf,
  customers,
  deliver,
  finishAll,
  ignoreRefusal,
  openVirtualWorld,
  placeOrder,
  signIn,
  startPayment,
  type VirtualWorld,
} from './virtual-world.ts';

const actions = [
  'place an order',
  'start to pay',
  'start to pay twice at once',
  'start to pay as another customer',
  'pay',
  'pay an old sheet',
  'leave the sheet',
  'pay in an open sheet',
  'pay a wrong amount',
  'sign in again',
  'deliver a push',
  'deliver a push twice at once',
  'deliver an old push',
  'deliver an invented push',
  'cancel',
  'cancel as the operator',
  'request a refund',
  'refund as the operator',
  'refund months',
  'refunds stay pending',
  'refunds fail once',
  'a refund is done',
  'a refund fails',
  'the next answers are faulty',
  'every answer is faulty',
  'answers are sound',
  'the token is replaced',
  'queries lag behind',
  'queries show no refunds',
  'queries show no open sheets',
  'queries are up to date',
  'the clocks differ a little',
  'the clocks differ much',
  'the clocks agree',
  'run the due jobs',
  'a second passes',
  'a minute passes',
  'half an hour passes',
  'a day passes',
] as const;

type Action = (typeof actions)[number];

/** Actions of a normal order come more often, so that many orders are paid. */
const frequent: readonly Action[] = [
  'place an order',
  ...(['start to pay', 'pay', 'deliver a push', 'run the due jobs'] as const).flatMap((action) => [
    action,
    action,
    action,
    action,
  ]),
  'refund as the operator',
  'refund months',
  'a minute passes',
  'answers are sound',
  'answers are sound',
  'queries are up to date',
  'the clocks agree',
];

const faults: readonly ApiFault[] = [
  'drop before',
  'drop after',
  'error before',
  'error after',
  'busy',
  'rate',
  'page',
];

interface Step {
  readonly action: Action;
  /** The number by which the action selects an order, payment sheet, push, refund or fault among those that exist. */
  readonly index: number;
}

const anyStep = fc.record({ action: fc.constantFrom(...actions, ...frequent), index: fc.nat(1000) });
const anySchedule = fc.record({
  format: fc.constantFrom('json' as const, 'xml' as const),
  mode: fc.constantFrom('plain' as const, 'secure' as const),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
});
type Schedule = typeof anySchedule extends fc.Arbitrary<infer T> ? T : never;

async function act(world: VirtualWorld, { action, index }: Step): Promise<void> {
  const { shop, orders } = world;
  const orderNo = pick(orders, index);
  const start = (openId: string) =>
    orderNo === undefined ? undefined : ignoreRefusal(startPayment(world, orderNo, openId));
  switch (action) {
    case 'place an order':
      return placeOrder(world, index);
    case 'start to pay':
      return start(customers[0]);
    case 'start to pay as another customer':
      return start(customers[1]);
    case 'start to pay twice at once':
      return void (await Promise.all([start(customers[0]), start(customers[0])]));
    case 'sign in again':
      return ignoreRefusal(
        signIn(world, pick(customers, index) ?? customers[0], `again ${shop.requestId()}`),
      );
    default:
      if (await actOnShop(world, action, orderNo, () => callerOf(world, customers[0]))) return;
      return actAtWechat(world, action, index);
  }
}

async function actAtWechat(world: VirtualWorld, action: Action, index: number): Promise<void> {
  const { shop, fake, sheets } = world;
  const { xpay } = fake;
  const push = pick(fake.pushes, index);
  const refund = pick(
    [...xpay.refunds.values()].filter(({ status }) => status === 'running'),
    index,
  );
  switch (action) {
    case 'pay':
    case 'pay a wrong amount':
    case 'leave the sheet':
      return takeSheet(world, sheets.length - 1, action, index);
    case 'pay an old sheet':
      return takeSheet(world, index % Math.max(1, sheets.length), 'pay', index);
    case 'pay in an open sheet': {
      const order = pick(
        [...xpay.orders.values()].filter(({ status }) => status === 1),
        index,
      );
      if (order === undefined) return;
      xpay.settle(order, order.fee);
      return void fake.pushPayment(order);
    }
    case 'deliver a push':
      return push === undefined ? undefined : deliver(world, push);
    case 'deliver a push twice at once':
      if (push === undefined) return;
      return void (await Promise.all([deliver(world, push), deliver(world, push)]));
    case 'deliver an old push':
      return push === undefined ? undefined : ignoreRefusal(shop.notify(push.raw, 'wechat_virtual'));
    case 'deliver an invented push': {
      const order = pick([...xpay.orders.values()], index);
      if (order === undefined) return;
      const { status, paidFee } = order;
      const raw = fake.pushPayment({ ...order, status: 2, paidFee: order.fee });
      fake.pushes.pop();
      await ignoreRefusal(shop.notify(raw, 'wechat_virtual'));
      assert.deepEqual([order.status, order.paidFee], [status, paidFee]);
      return;
    }
    case 'a refund is done':
    case 'a refund fails':
      if (refund === undefined) return;
      xpay.finish(refund, action === 'a refund is done' ? 'done' : 'failed');
      return void fake.pushRefund(refund);
    default:
      return setRules(world, action, index);
  }
}

/** The customer opens a payment sheet and pays, or does not pay yet. A refusal by WeChat is ignored. */
function takeSheet({ fake, sheets }: VirtualWorld, at: number, action: Action, index: number): void {
  const sheet = sheets[at];
  if (sheet === undefined) return;
  try {
    const isPaid = action !== 'leave the sheet';
    const order = fake.xpay.requestVirtualPayment(sheet.openId, sheet.clientData, isPaid);
    if (action === 'pay a wrong amount') fake.xpay.settle(order, 1 + index);
    if (isPaid) fake.pushPayment(order);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'Error' && 'errCode' in error)) throw error;
  }
}

function setRules({ fake }: VirtualWorld, action: Action, index: number): void {
  const { xpay, setting } = fake;
  const fault = pick(faults, index) ?? 'drop after';
  const order = pick([...xpay.orders.values()], index);
  switch (action) {
    case 'refunds stay pending':
      if (order !== undefined) order.course = 'pending';
      return;
    case 'refunds fail once':
      if (order !== undefined) order.course = 'failed';
      return;
    case 'the next answers are faulty':
      fake.faults.push(fault, 'none', fault);
      return;
    case 'every answer is faulty':
    case 'answers are sound':
      setting.always = action === 'answers are sound' ? 'none' : fault;
      return;
    case 'the token is replaced':
      fake.replaceToken();
      return;
    case 'queries lag behind':
    case 'queries are up to date':
      xpay.rules.querySeesPayments = action === 'queries are up to date';
      xpay.rules.querySeesRetries = action === 'queries are up to date';
      xpay.rules.querySeesRefunds ||= action === 'queries are up to date';
      xpay.rules.querySeesSheets ||= action === 'queries are up to date';
      return;
    case 'queries show no open sheets':
      xpay.rules.querySeesSheets = false;
      return;
    case 'queries show no refunds':
      xpay.rules.querySeesRefunds = false;
      return;
    case 'the clocks differ a little':
    case 'the clocks differ much':
      setting.skewMs = (index % 2 === 0 ? 1 : -1) * (action === 'the clocks differ much' ? 400_000 : 200_000);
      return;
    case 'the clocks agree':
      setting.skewMs = 0;
      return;
    default:
      assert.fail(`unknown action “${action}”`);
  }
}

const secrets = [wechatAccount.appSecret, wechatAccount.aesKey, wechatAccount.token, ...xpayAccount.appKeys];

async function play({ format, mode, steps }: Schedule, totals: Totals): Promise<void> {
  await using world = await openVirtualWorld({ format, mode });
  const { shop, fake } = world;
  await placeOrder(world, 0);
  await placeOrder(world, 1);
  for (const step of steps) await act(world, step);
  assert.deepEqual((await shop.audit()).problems, []);
  await finishAll(world);
  await assertFinished(world);
  const log = inspect(shop.log.lines, { depth: 12 });
  for (const secret of secrets) assert.ok(!log.includes(secret), 'the log contains a secret');
  totals.schedules++;
  totals.orders += world.orders.length;
  totals.payments += [...fake.xpay.orders.values()].filter(({ paidFee }) => paidFee > 0).length;
  totals.refunds += [...fake.xpay.refunds.values()].filter(({ status }) => status === 'done').length;
}

test('property: after any schedule the service’s books equal WeChat’s, and no payment is lost or kept twice', async (t) => {
  await playSchedules(t, anySchedule, play);
});
