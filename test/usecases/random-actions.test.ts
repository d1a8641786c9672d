/**
 * Random actions of customers, operators, providers, workers and the clock, in random order, on a real database.
 * After any actions no order keeps two payments, no failed order keeps a payment, and the sums equal those of the
 * bank.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { actOnShop, ignoreRefusal, pick, severalOf } from '../support/random-schedules.ts';
import { assertSound, colourise, openShop, operator, type Shop, vip } from '../support/shop.ts';

/** The possible actions. */
const actions = [
  'place a picture',
  'place a membership',
  'start to pay',
  'start to pay elsewhere',
  'start to pay several orders',
  'pay',
  'pay a wrong amount',
  'pay in another currency',
  'pay what was closed',
  'decline',
  'deliver a notification',
  'deliver a notification twice at once',
  'lose a notification',
  'cancel',
  'cancel as the operator',
  'request a refund',
  'refund as the operator',
  'refund months',
  'a refund is done',
  'a refund fails',
  'refunds are done at once',
  'refunds stay pending',
  'refunds fail',
  'the bank goes down',
  'the bank’s answers are lost',
  'the bank is up',
  'pictures are made',
  'pictures are refused',
  'image processes crash',
  'orders are refunded while their pictures are made',
  'run the due jobs',
  'a worker claims a job and dies',
  'a second passes',
  'a minute passes',
  'half an hour passes',
  'a day passes',
] as const;

type Action = (typeof actions)[number];

interface Step {
  readonly action: Action;
  /** Selects the order, payment, notification or refund of the action: its index modulo the number that exist. */
  readonly index: number;
}

/** These actions are drawn more often than the others, so that many orders are paid and processed. */
const frequent: readonly Action[] = [
  'start to pay several orders',
  'place a picture',
  'start to pay',
  'start to pay',
  'pay',
  'pay',
  'deliver a notification',
  'deliver a notification',
  'run the due jobs',
  'run the due jobs',
  'pictures are made',
  'the bank is up',
];

const anyStep = fc.record({ action: fc.constantFrom(...actions, ...frequent), index: fc.nat(1000) });
const anySteps = fc.array(anyStep, { minLength: 5, maxLength: 60 });

interface World {
  readonly shop: Shop;
  readonly orders: string[];
  /**
   * `losable`: the notification may be lost, because the service also queries the payment. That is false for a late
   * payment of a closed attempt, which the service does not query.
   */
  readonly notifications: { notification: RawNotification; losable: boolean }[];
}

async function act(world: World, { action, index }: Step): Promise<void> {
  const { shop, orders } = world;
  const orderNo = pick(orders, index);
  switch (action) {
    case 'place a picture':
      return void orders.push(
        (await shop.service.placeOrder(shop.placeCall(colourise, { path: await shop.upload() }))).orderNo,
      );
    case 'place a membership':
      return void orders.push(
        (await shop.service.placeOrder(shop.placeCall(vip, { num: 1 + (index % 6) }))).orderNo,
      );
    case 'start to pay':
      return orderNo === undefined ? undefined : ignoreRefusal(shop.startPayment(orderNo));
    case 'start to pay elsewhere':
      return orderNo === undefined ? undefined : ignoreRefusal(shop.startPayment(orderNo, 'sandbox', 'app'));
    case 'start to pay several orders':
      return ignoreRefusal(shop.startJointPayment(severalOf(orders, index)));
    case 'a worker claims a job and dies':
      return void (await shop.store.transaction((tx) =>
        tx.jobs.claim(
          ['process_order', 'refund_payment', 'close_payment', 'check_payment'],
          shop.clock.now(),
          shop.clock.now() + 60_000,
        ),
      ));
    default:
      if (await actOnShop(world, action, orderNo)) return;
      return actAtBank(world, action, index);
  }
}

async function actAtBank(world: World, action: Action, index: number): Promise<void> {
  const { shop, notifications } = world;
  const { bank } = shop;
  const inState = (...states: string[]) =>
    pick(
      [...bank.payments].filter(([, { report }]) => states.includes(report.state)),
      index,
    )?.[0];
  const pending = pick(
    [...bank.refunds].filter(([, { report }]) => report.state === 'pending'),
    index,
  )?.[0];
  const send = (notification: RawNotification, losable = true) =>
    void notifications.push({ notification, losable });
  const payable = inState('open', 'declined');
  switch (action) {
    case 'pay':
      return payable === undefined ? undefined : send(bank.pay(payable));
    case 'pay a wrong amount':
      return payable === undefined ? undefined : send(bank.pay(payable, { amountMinor: 1 + index }));
    case 'pay in another currency':
      return payable === undefined ? undefined : send(bank.pay(payable, { currency: 'USD' }));
    case 'pay what was closed': {
      const closed = inState('closed');
      return closed === undefined ? undefined : send(bank.pay(closed, { late: true }), false);
    }
    case 'decline': {
      const open = inState('open');
      return open === undefined ? undefined : send(bank.decline(open));
    }
    case 'deliver a notification':
    case 'deliver a notification twice at once': {
      const sent = pick(notifications, index);
      if (sent === undefined) return;
      // A delivered notification stays in the list, because a provider may repeat it for days.
      const times = action === 'deliver a notification' ? 1 : 2;
      return void (await Promise.all(Array.from({ length: times }, () => shop.notify(sent.notification))));
    }
    case 'lose a notification': {
      const lost = notifications.findIndex(({ losable }) => losable);
      return lost === -1 ? undefined : void notifications.splice(lost, 1);
    }
    case 'a refund is done':
    case 'a refund fails':
      if (pending === undefined) return;
      return send(bank.finishRefund(pending, action === 'a refund is done' ? 'done' : 'failed'));
    default:
      return setPlan(world, action);
  }
}

function setPlan({ shop, orders }: World, action: Action): void {
  switch (action) {
    case 'refunds are done at once':
      shop.bank.refundPlan = 'done';
      return;
    case 'refunds stay pending':
      shop.bank.refundPlan = 'pending';
      return;
    case 'refunds fail':
      shop.bank.refundPlan = 'failed';
      return;
    case 'the bank goes down':
      shop.bank.mode = 'down';
      return;
    case 'the bank’s answers are lost':
      shop.bank.mode = 'mute';
      return;
    case 'the bank is up':
      shop.bank.mode = 'up';
      return;
    case 'pictures are made':
      shop.orderImages.plan = 'made';
      return;
    case 'pictures are refused':
      shop.orderImages.plan = { refused: 'no_face' };
      return;
    case 'image processes crash':
      shop.orderImages.plan = 'lost';
      return;
    case 'orders are refunded while their pictures are made':
      shop.orderImages.plan = {
        async meanwhile() {
          for (const orderNo of orders) {
            if ((await shop.state(orderNo)) === 'pay/ing') {
              await ignoreRefusal(shop.service.refundOrder(operator, orderNo, null, 'r'));
            }
          }
        },
      };
      return;
    default:
      assert.fail(`unknown action “${action}”`);
  }
}

/** Ends all failures, delivers all notifications, runs all jobs and retries all failed refunds. */
async function finishAll({ shop, orders, notifications }: World): Promise<void> {
  shop.bank.mode = 'up';
  shop.bank.refundPlan = 'done';
  shop.orderImages.plan = 'made';
  for (const { notification } of notifications) await shop.notify(notification);
  await shop.settle();
  for (const [refundNo, { report }] of shop.bank.refunds) {
    if (report.state === 'pending') await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  }
  await shop.settle();
  for (const orderNo of orders) {
    const failed = (await shop.refunds(orderNo)).some(({ state }) => state === 'failed');
    if (failed) await shop.service.refundOrder(operator, orderNo, null, 'r');
  }
  await shop.settle();
}

const finalStates = ['cancal/init', 'pay/done', 'refund/init', 'refund/done', 'refund/fail'];

async function assertFinished({ shop, orders }: World): Promise<void> {
  for (const orderNo of orders) {
    const state = await shop.state(orderNo);
    assert.ok(finalStates.includes(state), `${orderNo} ends as ${state}`);
    for (const refund of await shop.refunds(orderNo)) assert.equal(refund.state, 'done', refund.purpose);
    for (const { state: attempt } of await shop.attempts(orderNo)) {
      assert.ok(attempt !== 'open' && attempt !== 'opening', `an attempt ends as ${attempt}`);
    }
  }
  for (const sum of (await shop.audit()).sums) assert.equal(sum.refundingMinor, 0);
  assert.deepEqual(
    shop.log.lines.filter(({ level, message }) => level === 'error' && message !== 'job attempt'),
    [],
  );
}

async function play(steps: readonly Step[]): Promise<void> {
  await using shop = await openShop();
  const world: World = { shop, orders: [], notifications: [] };
  for (const step of steps) {
    await act(world, step);
    if (step.index % 5 === 0) assert.deepEqual((await shop.audit()).problems, []);
  }
  assert.deepEqual((await shop.audit()).problems, []);
  await finishAll(world);
  await assertSound(shop);
  await assertFinished(world);
}

test('property: after any actions in any order the self-audit has no findings, and in the end no refund is open', async () => {
  const numRuns = Number(process.env.RANDOM_RUNS ?? 80);
  await fc.assert(fc.asyncProperty(anySteps, play), { numRuns, endOnFailure: false });
});
