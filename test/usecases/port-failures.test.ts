/**
 * Runs whole flows and makes one call of a port fail each time, either before or after the call takes effect. Then
 * clients retry and jobs run without failures. Every flow must reach its normal end: the sums equal those of the
 * bank, and each customer has the picture or the refund.
 */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { refundMonths } from '../../src/usecases/refunds/refund-months.ts';
import { type FaultInjector, faultInjector, InjectedFault, withFaults } from '../support/fault-injector.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop, vip } from '../support/shop.ts';

const injected: FaultInjector = faultInjector();
/** The shop of the current run. Several runs share a shop, because opening a shop takes as long as a run. */
let shop: Shop;
const failuresPerShop = 20;

/** A step that is repeated after a failure, as clients, providers and workers do. */
type Step = () => Promise<unknown>;

interface Flow {
  readonly name: string;
  /** Prepares the flow without failures. @returns the steps in which a call will fail, and the final assertions. */
  prepare(): Promise<{ readonly steps: readonly Step[]; readonly assertEnd: () => Promise<void> }>;
}

const retriesMax = 3;

/** Runs the flow with a failure in its call number `at`. @returns false if the flow has fewer calls. */
async function runWithFailure(flow: Flow, at: number, when: 'before' | 'after'): Promise<boolean> {
  injected.disarm();
  // Run the scheduled jobs first, so that the failure hits a call of the flow.
  await shop.drain();
  const { steps, assertEnd } = await flow.prepare();
  injected.arm(at, when);
  for (const step of steps) await runWithRetries(step);
  const { struck } = injected;
  injected.disarm();
  try {
    await shop.settle();
    await assertEnd();
    await assertSound(shop);
    assertNoStrayResults();
  } catch (error) {
    throw new Error(`${flow.name}: call ${at} failed ${when} (${struck})`, { cause: error });
  }
  return struck !== undefined;
}

async function runWithRetries(step: Step): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await step();
      return;
    } catch (error) {
      // A use case may turn the injected failure into any error. Before a failure is injected, no step may fail.
      if (injected.struck === undefined || tries === retriesMax) throw error;
    }
  }
}

/** Asserts that every stored result belongs to an order. */
function assertNoStrayResults(): void {
  const strays = [...shop.disk.stored.keys()].filter(
    (key) => key.startsWith('results/') && !resultsOfOrders.has(key),
  );
  assert.deepEqual(strays, []);
}

const resultsOfOrders = new Set<string>();

/** Asserts that the order has its picture or is refunded. */
async function assertServed(orderNo: string): Promise<void> {
  const order = await shop.order(orderNo);
  const state = await shop.state(orderNo);
  if (state === 'pay/done' && order.deal.status === 'done') {
    if (order.deal.resultFile === null) return;
    resultsOfOrders.add(order.deal.resultFile);
    assert.ok(shop.disk.stored.has(order.deal.resultFile), 'the picture of the order is missing');
    return;
  }
  assert.equal(state, 'refund/fail', 'the order has neither a picture nor a refund');
}

const keys = { count: 0 };

function place(good: typeof colourise | typeof vip, details: Record<string, string | number>) {
  const idempotency = { key: `key-of-a-failing-flow-${++keys.count}`, client: '192.0.2.1', bodyHash: 'h' };
  return { ...shop.placeCall(good, details), idempotency };
}

/** Delivers a payment notification. A rejection makes the step repeat it, as a provider does. */
async function deliver(notification: RawNotification): Promise<void> {
  const { status } = await shop.notify(notification);
  assert.equal(status, 200);
}

const pay = (orderNo: string) => shop.startPayment(orderNo);

const flows: readonly Flow[] = [
  {
    name: 'from the upload to the finished picture',
    async prepare() {
      let path = '';
      let orderNo = '';
      let notification: RawNotification;
      const idempotencyKey = `key-of-a-failing-flow-${++keys.count}`;
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
          const idempotency = { key: idempotencyKey, client: '192.0.2.1', bodyHash: 'h' };
          ({ orderNo } = await shop.service.placeOrder({ ...call, idempotency }));
        },
        () => pay(orderNo),
        async () => {
          notification ??= shop.bank.pay(await shop.lastPaymentNo(orderNo));
          await deliver(notification);
        },
        () => shop.drain(),
      ];
      return { steps, assertEnd: () => assertServed(orderNo) };
    },
  },
  {
    name: 'a payment without a notification that a query finds',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.startPayment(orderNo);
      shop.bank.pay(await shop.lastPaymentNo(orderNo));
      shop.clock.advance(10_000);
      return { steps: [() => shop.drain()], assertEnd: () => assertServed(orderNo) };
    },
  },
  {
    name: 'from the order of a membership, which is paid together with another order, to its grant',
    async prepare() {
      const call = place(vip, { num: 2 });
      const other = await shop.placeVip();
      let orderNo = '';
      let notification: RawNotification;
      const steps: Step[] = [
        async () => {
          ({ orderNo } = await shop.service.placeOrder(call));
        },
        () => shop.startJointPayment([orderNo, other]),
        async () => {
          notification ??= shop.bank.pay(await shop.lastPaymentNo(orderNo));
          await deliver(notification);
        },
      ];
      const assertEnd = async () => {
        for (const paid of [orderNo, other]) assert.equal(await shop.state(paid), 'pay/done');
        const grants = await shop.store.read.members.grantsOf((await shop.order(orderNo)).userId);
        assert.equal(grants.length, 1);
      };
      return { steps, assertEnd };
    },
  },
  {
    name: 'a partial refund of a membership',
    async prepare() {
      const { orderNo } = await shop.service.placeOrder(place(vip, { num: 3 }));
      await shop.pay(orderNo);
      const request = { months: 2, refundedBefore: 0, reason: 'Moves abroad.' };
      const steps: Step[] = [() => refundMonths(shop.deps, operator, orderNo, request)];
      const assertEnd = async () => {
        assert.equal(await shop.state(orderNo), 'pay/done');
        const [refund, ...others] = await shop.refunds(orderNo);
        assert.deepEqual([refund?.months, refund?.state, others], [2, 'done', []]);
        const [grant] = await shop.store.read.members.grantsOf((await shop.order(orderNo)).userId);
        assert.equal(grant?.monthsRefunded, 2);
      };
      return { steps, assertEnd };
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
      const assertEnd = async () => assert.equal(await shop.state(orderNo), 'refund/done');
      return { steps, assertEnd };
    },
  },
  {
    name: 'a paid order whose photo is refused',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.pay(orderNo);
      shop.orderImages.plan = { refused: 'no_face' };
      const steps: Step[] = [() => shop.drain()];
      const assertEnd = async () => {
        shop.orderImages.plan = 'made';
        assert.equal(await shop.state(orderNo), 'refund/fail');
      };
      return { steps, assertEnd };
    },
  },
  {
    name: 'the cancellation of an order with two open payments, one of which is paid',
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
      const assertEnd = async () => {
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
      return { steps, assertEnd };
    },
  },
  {
    name: 'the expiry of an order whose payment has no notification yet',
    async prepare() {
      const orderNo = await shop.placeColourise();
      await shop.startPayment(orderNo);
      shop.clock.advance(31 * 60_000);
      shop.bank.pay(await shop.lastPaymentNo(orderNo));
      const assertEnd = async () => {
        const state = await shop.state(orderNo);
        if (state === 'cancal/init') {
          assert.deepEqual(
            (await shop.refunds(orderNo)).map((refund) => refund.state),
            ['done'],
          );
        } else await assertServed(orderNo);
      };
      return { steps: [() => shop.drain()], assertEnd };
    },
  },
];

/**
 * More calls than any flow makes. The test of a flow lets call number 1 fail, then number 2 and so on, and ends when
 * the flow makes fewer calls than that number.
 */
const callsMax = 400;

for (const flow of flows) {
  for (const when of ['before', 'after'] as const) {
    test(`${flow.name}: if any one call of a port fails ${when} it takes effect, the flow still reaches its end`, async () => {
      let at = 0;
      for (let struck = true; struck; ) {
        await using opened = await openShop({ wrap: (deps) => withFaults(injected, deps) });
        shop = opened;
        resultsOfOrders.clear();
        for (let i = 0; i < failuresPerShop && struck; i++) struck = await runWithFailure(flow, ++at, when);
        assert.ok(at < callsMax, 'the flow does not end');
      }
      assert.ok(at > 10, `only ${at} calls failed`);
    });
  }
}

test('an injected failure can be recognised by its message', () => {
  assert.match(new InjectedFault('x').message, /injected/);
});
