/**
 * Fails each call of each port once, before it does anything and after it has done it, through whole flows.
 * Afterwards the client tries again and the jobs run with the failure gone: nothing may be half done, the
 * money must agree with the bank's book, and the customer has the goods or the money.
 */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Deps } from '../../src/usecases/deps.ts';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { type FaultInjector, faultInjector, InjectedFault } from '../support/fault-injector.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop, vip } from '../support/shop.ts';

const injected: FaultInjector = faultInjector();
/** A fresh one for every few failures: opening one costs as much as a flow. */
let shop: Shop;
const failuresPerShop = 20;

function wrap(deps: Deps): Deps {
  return {
    ...deps,
    store: injected.wrap('store', deps.store),
    files: injected.wrap('files', deps.files),
    scratch: injected.wrap('scratch', deps.scratch),
    uploadImages: injected.wrap('uploadImages', deps.uploadImages),
    orderImages: injected.wrap('orderImages', deps.orderImages),
    providers: deps.providers.map((provider) => injected.wrap('provider', provider)),
  };
}

/** A step that its caller repeats when it failed, as clients, providers and workers do. */
type Step = () => Promise<unknown>;

interface Flow {
  readonly name: string;
  /** Undisturbed. @returns the disturbed steps and how it must end. */
  prepare(): Promise<{ readonly steps: readonly Step[]; readonly ends: () => Promise<void> }>;
}

const retriesMax = 3;

/** @returns whether the failure struck. */
async function disturbed(flow: Flow, at: number, when: 'before' | 'after'): Promise<boolean> {
  injected.disarm();
  // The schedules have run and are not due for a while: the failure is the flow's own.
  await shop.drain();
  const { steps, ends } = await flow.prepare();
  injected.arm(at, when);
  for (const step of steps) await repeated(step);
  const { struck } = injected;
  injected.disarm();
  try {
    await shop.settle();
    await ends();
    await assertSound(shop);
    assertNoStrays();
  } catch (error) {
    throw new Error(`${flow.name}: call ${at} failed ${when} (${struck})`, { cause: error });
  }
  return struck !== undefined;
}

async function repeated(step: Step): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await step();
      return;
    } catch (error) {
      // What a use case makes of the failure is its own; without one nothing may fail.
      if (injected.struck === undefined || tries === retriesMax) throw error;
    }
  }
}

/** Files that nothing refers to; rows refer to the rest until they are swept. */
function assertNoStrays(): void {
  const strays = [...shop.disk.stored.keys()].filter((key) => key.startsWith('results/') && !owned.has(key));
  assert.deepEqual(strays, []);
}

const owned = new Set<string>();

async function assertServed(orderNo: string): Promise<void> {
  const order = await shop.order(orderNo);
  const state = await shop.state(orderNo);
  if (state === 'pay/done' && order.deal.status === 'done') {
    if (order.deal.resultFile === null) return;
    owned.add(order.deal.resultFile);
    assert.ok(shop.disk.stored.has(order.deal.resultFile), 'the picture of the order is there');
    return;
  }
  assert.equal(state, 'refund/fail', 'without a picture the money is back');
}

const keys = { count: 0 };

function place(good: typeof colourise | typeof vip, details: Record<string, string | number>) {
  const idempotency = { key: `key-of-an-anomaly-${++keys.count}`, bodyHash: 'h' };
  return { ...shop.placeCall(good, details), idempotency };
}

/** Delivers what it is given until the provider hears that it was taken. */
async function deliver(notify: RawNotification): Promise<void> {
  const { status } = await shop.notify(notify);
  assert.equal(status, 200);
}

const pay = (orderNo: string) =>
  shop.service.payOrder({
    caller: anonymous,
    orderNo,
    provider: undefined,
    channel: undefined,
    requestId: 'r',
  });

const flows: readonly Flow[] = [
  {
    name: 'upload, place, pay, notify and make a picture',
    async prepare() {
      let path = '';
      let orderNo = '';
      let notify: RawNotification;
      const idempotencyKey = `key-of-an-anomaly-${++keys.count}`;
      const steps: Step[] = [
        async () => {
          const source = Readable.from([Buffer.from('photo')]);
          ({ path } = await shop.service.acceptUpload({
            caller: anonymous,
            client: '192.0.2.1',
            source,
            requestId: 'r',
          }));
        },
        async () => {
          const call = shop.placeCall(colourise, { path });
          const idempotency = { key: idempotencyKey, bodyHash: 'h' };
          ({ orderNo } = await shop.service.placeOrder({ ...call, idempotency }));
        },
        () => pay(orderNo),
        async () => {
          notify ??= shop.bank.pay(await shop.lastPaymentNo(orderNo));
          await deliver(notify);
        },
        () => shop.drain(),
      ];
      return { steps, ends: () => assertServed(orderNo) };
    },
  },
  {
    name: 'a lost notify that is found by asking',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.startPayment(orderNo);
      shop.bank.pay(await shop.lastPaymentNo(orderNo));
      shop.clock.advance(10_000);
      return { steps: [() => shop.drain()], ends: () => assertServed(orderNo) };
    },
  },
  {
    name: 'a membership',
    async prepare() {
      const call = place(vip, { num: 2 });
      let orderNo = '';
      let notify: RawNotification;
      const steps: Step[] = [
        async () => {
          ({ orderNo } = await shop.service.placeOrder(call));
        },
        () => pay(orderNo),
        async () => {
          notify ??= shop.bank.pay(await shop.lastPaymentNo(orderNo));
          await deliver(notify);
        },
      ];
      const ends = async () => {
        assert.equal(await shop.state(orderNo), 'pay/done');
        const grants = await shop.store.read.members.grantsOf((await shop.order(orderNo)).userId);
        assert.equal(grants.length, 1);
      };
      return { steps, ends };
    },
  },
  {
    name: 'a refund by the operator',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.pay(orderNo);
      await shop.drain();
      await assertServed(orderNo);
      const steps: Step[] = [
        async () => {
          if ((await shop.state(orderNo)) !== 'pay/done') return;
          await shop.service.refundOrder(operator, orderNo, null, 'r');
        },
        () => shop.drain(),
      ];
      const ends = async () => assert.equal(await shop.state(orderNo), 'refund/done');
      return { steps, ends };
    },
  },
  {
    name: 'a picture that cannot be made',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.pay(orderNo);
      shop.orderImages.plan = { refused: 'no_face' };
      const steps: Step[] = [() => shop.drain()];
      const ends = async () => {
        shop.orderImages.plan = 'made';
        assert.equal(await shop.state(orderNo), 'refund/fail');
      };
      return { steps, ends };
    },
  },
  {
    name: 'cancelling with two payments open, one of which is paid meanwhile',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.startPayment(orderNo);
      await shop.startPayment(orderNo, 'sandbox', 'app');
      shop.bank.pay(await shop.paymentNo(orderNo, 0));
      const steps: Step[] = [
        async () => {
          if ((await shop.state(orderNo)) !== 'wait_pay/init') return;
          await shop.service.cancelOrder(anonymous, orderNo, 'r');
        },
        () => shop.drain(),
      ];
      const ends = async () => {
        assert.equal(await shop.state(orderNo), 'cancal/init');
        assert.deepEqual(
          (await shop.attempts(orderNo)).map(({ state }) => state),
          ['surplus', 'closed'],
        );
        assert.deepEqual(
          (await shop.refunds(orderNo)).map(({ state }) => state),
          ['done'],
        );
      };
      return { steps, ends };
    },
  },
  {
    name: 'expiry with money on its way',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.startPayment(orderNo);
      shop.clock.advance(31 * 60_000);
      shop.bank.pay(await shop.lastPaymentNo(orderNo));
      const ends = async () => {
        const state = await shop.state(orderNo);
        if (state === 'cancal/init') {
          assert.deepEqual(
            (await shop.refunds(orderNo)).map((refund) => refund.state),
            ['done'],
          );
        } else await assertServed(orderNo);
      };
      return { steps: [() => shop.drain()], ends };
    },
  },
];

/** More calls than any flow makes: that no failure strikes beyond its last call ends the search. */
const callsMax = 400;

for (const flow of flows) {
  for (const when of ['before', 'after'] as const) {
    test(`${flow.name}: nothing is half done whichever call fails ${when} it acts`, async () => {
      let at = 0;
      for (let struck = true; struck; ) {
        await using opened = await openShop({ wrap });
        shop = opened;
        owned.clear();
        for (let i = 0; i < failuresPerShop && struck; i++) struck = await disturbed(flow, ++at, when);
        assert.ok(at < callsMax, 'the flow never comes to an end');
      }
      assert.ok(at > 10, `only ${at} calls were disturbed`);
    });
  }
}

test('a failure that is planted is told as planted: no use case swallows what it does not know', () => {
  assert.match(new InjectedFault('x').message, /injected/);
});
