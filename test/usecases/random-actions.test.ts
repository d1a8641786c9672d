/**
 * The whole machine under random customers, operators, banks, clocks and workers, on the real store. Whatever
 * they do in whatever order: no order is charged twice and keeps both, failed work keeps no money, and our
 * sums are the bank's.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../src/domain/errors.ts';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop, vip } from '../support/shop.ts';

/** What somebody does. `who` picks an order, a payment, a notify or a refund among those that there are. */
const actions = [
  'place a picture',
  'place a membership',
  'start to pay',
  'start to pay elsewhere',
  'pay',
  'pay a wrong amount',
  'pay in another currency',
  'pay what was closed',
  'decline',
  'deliver a notify',
  'deliver a notify twice at once',
  'lose a notify',
  'cancel',
  'cancel as the operator',
  'ask for a refund',
  'refund as the operator',
  'a refund is done',
  'a refund fails',
  'refunds go well',
  'refunds take time',
  'refunds fail',
  'the bank goes down',
  'the bank’s answers are lost',
  'the bank is up',
  'pictures are made',
  'pictures are refused',
  'pictures are lost',
  'pictures are withdrawn while they are made',
  'work',
  'a worker claims a job and dies',
  'a second passes',
  'a minute passes',
  'half an hour passes',
  'a day passes',
] as const;

type Action = (typeof actions)[number];

interface Step {
  readonly action: Action;
  readonly who: number;
}

/** What is usual comes more often than what is not, so that orders get far enough to be disturbed. */
const usual: readonly Action[] = [
  'place a picture',
  'start to pay',
  'start to pay',
  'pay',
  'pay',
  'deliver a notify',
  'deliver a notify',
  'work',
  'work',
  'pictures are made',
  'the bank is up',
];

const anySteps = fc.array(fc.record({ action: fc.constantFrom(...actions, ...usual), who: fc.nat(1000) }), {
  minLength: 5,
  maxLength: 60,
});

interface World {
  readonly shop: Shop;
  readonly orders: string[];
  /** Told and not yet delivered. One of late money is never lost: nobody could find it any more. */
  readonly notifies: { notify: RawNotification; losable: boolean }[];
}

function pick<T>(items: readonly T[], who: number): T | undefined {
  return items[who % Math.max(1, items.length)];
}

/** What a caller may be refused is no fault; anything else is. */
async function allowed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError && ['illegal_transition', 'payment_provider_failed'].includes(error.code))
      return;
    throw error;
  }
}

async function take(world: World, { action, who }: Step): Promise<void> {
  const { shop, orders } = world;
  const orderNo = pick(orders, who);
  switch (action) {
    case 'place a picture':
      return void orders.push(
        (await shop.service.placeOrder(shop.placeCall(colourise, { path: await shop.upload() }))).orderNo,
      );
    case 'place a membership':
      return void orders.push(
        (await shop.service.placeOrder(shop.placeCall(vip, { num: 1 + (who % 3) }))).orderNo,
      );
    case 'start to pay':
      return orderNo === undefined ? undefined : allowed(shop.startPayment(orderNo));
    case 'start to pay elsewhere':
      return orderNo === undefined ? undefined : allowed(shop.startPayment(orderNo, 'sandbox', 'app'));
    case 'cancel':
    case 'cancel as the operator':
      if (orderNo === undefined) return;
      return allowed(shop.service.cancelOrder(action === 'cancel' ? anonymous : operator, orderNo, 'r'));
    case 'ask for a refund':
    case 'refund as the operator':
      if (orderNo === undefined) return;
      return allowed(
        shop.service.refundOrder(action === 'ask for a refund' ? anonymous : operator, orderNo, null, 'r'),
      );
    case 'work':
      return void (await shop.drain());
    case 'a worker claims a job and dies':
      return void (await shop.store.transaction((tx) =>
        tx.jobs.claim(
          ['process_order', 'refund_payment', 'close_payment', 'check_payment'],
          shop.clock.now(),
          shop.clock.now() + 60_000,
        ),
      ));
    case 'a second passes':
      return shop.clock.advance(1000);
    case 'a minute passes':
      return shop.clock.advance(60_000);
    case 'half an hour passes':
      return shop.clock.advance(30 * 60_000);
    case 'a day passes':
      return shop.clock.advance(24 * 60 * 60_000);
    default:
      return takeAtBank(world, action, who);
  }
}

async function takeAtBank(world: World, action: Action, who: number): Promise<void> {
  const { shop, notifies } = world;
  const { bank } = shop;
  const inState = (...states: string[]) =>
    pick(
      [...bank.payments].filter(([, { report }]) => states.includes(report.state)),
      who,
    )?.[0];
  const pending = pick(
    [...bank.refunds].filter(([, { report }]) => report.state === 'pending'),
    who,
  )?.[0];
  const tell = (notify: RawNotification, losable = true) => void notifies.push({ notify, losable });
  const payable = inState('open', 'declined');
  switch (action) {
    case 'pay':
      return payable === undefined ? undefined : tell(bank.pay(payable));
    case 'pay a wrong amount':
      return payable === undefined ? undefined : tell(bank.pay(payable, { amountMinor: 1 + who }));
    case 'pay in another currency':
      return payable === undefined ? undefined : tell(bank.pay(payable, { currency: 'USD' }));
    case 'pay what was closed': {
      const closed = inState('closed');
      return closed === undefined ? undefined : tell(bank.pay(closed, { late: true }), false);
    }
    case 'decline': {
      const open = inState('open');
      return open === undefined ? undefined : tell(bank.decline(open));
    }
    case 'deliver a notify':
    case 'deliver a notify twice at once': {
      const told = pick(notifies, who);
      if (told === undefined) return;
      // Delivered ones stay: a provider may repeat them for days.
      const times = action === 'deliver a notify' ? 1 : 2;
      return void (await Promise.all(Array.from({ length: times }, () => shop.notify(told.notify))));
    }
    case 'lose a notify': {
      const lost = notifies.findIndex(({ losable }) => losable);
      return lost === -1 ? undefined : void notifies.splice(lost, 1);
    }
    case 'a refund is done':
    case 'a refund fails':
      if (pending === undefined) return;
      return tell(bank.finishRefund(pending, action === 'a refund is done' ? 'done' : 'failed'));
    default:
      return setMood(world, action);
  }
}

function setMood({ shop, orders }: World, action: Action): void {
  switch (action) {
    case 'refunds go well':
      shop.bank.refundPlan = 'done';
      return;
    case 'refunds take time':
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
    case 'pictures are lost':
      shop.orderImages.plan = 'lost';
      return;
    case 'pictures are withdrawn while they are made':
      shop.orderImages.plan = {
        async meanwhile() {
          for (const orderNo of orders) {
            if ((await shop.state(orderNo)) === 'pay/ing') {
              await allowed(shop.service.refundOrder(operator, orderNo, null, 'r'));
            }
          }
        },
      };
      return;
    default:
      assert.fail(`nobody does “${action}”`);
  }
}

/** Everything works again: what was told arrives, what waits is done, what failed is asked for again. */
async function comeToRest({ shop, orders, notifies }: World): Promise<void> {
  shop.bank.mode = 'up';
  shop.bank.refundPlan = 'done';
  shop.orderImages.plan = 'made';
  for (const { notify } of notifies) await shop.notify(notify);
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

const atRest = ['cancal/init', 'pay/done', 'refund/init', 'refund/done', 'refund/fail'];

async function assertAtRest({ shop, orders }: World): Promise<void> {
  for (const orderNo of orders) {
    const state = await shop.state(orderNo);
    assert.ok(atRest.includes(state), `${orderNo} rests as ${state}`);
    for (const refund of await shop.refunds(orderNo)) assert.equal(refund.state, 'done', refund.purpose);
    for (const { state: attempt } of await shop.attempts(orderNo)) {
      assert.ok(attempt !== 'open' && attempt !== 'opening', `an attempt rests as ${attempt}`);
    }
  }
  const { sums } = await shop.audit();
  for (const sum of sums) assert.equal(sum.owedMinor, 0);
  assert.deepEqual(
    shop.log.lines.filter(({ level, message }) => level === 'error' && message !== 'job attempt'),
    [],
  );
}

async function play(steps: readonly Step[]): Promise<void> {
  await using shop = await openShop();
  const world: World = { shop, orders: [], notifies: [] };
  for (const step of steps) {
    await take(world, step);
    if (step.who % 5 === 0) assert.deepEqual((await shop.audit()).problems, []);
  }
  assert.deepEqual((await shop.audit()).problems, []);
  await comeToRest(world);
  await assertSound(shop);
  await assertAtRest(world);
}

test('property: whatever happens in whatever order, the audit holds, and at rest nobody is owed anything', async () => {
  const numRuns = Number(process.env.MACHINE_RUNS ?? 80);
  await fc.assert(fc.asyncProperty(anySteps, play), { numRuns, endOnFailure: false });
});
