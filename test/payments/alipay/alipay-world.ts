/** A shop with the real adapter and the fake Alipay, and the assertions about both after a schedule has ended. */

import assert from 'node:assert/strict';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import type { Settings } from '../../../src/usecases/settings.ts';
import { assertOrdersFinished, isSettled, retryFailedRefunds } from '../../support/random-schedules.ts';
import { colourise, openShop, type Shop, vip } from '../../support/shop.ts';
import { alipayOn } from './alipay-fixture.ts';
import { type FakeAlipay, startFakeAlipay } from './fake-alipay.ts';

export interface AlipayWorld extends AsyncDisposable {
  readonly shop: Shop;
  readonly fake: FakeAlipay;
  readonly orders: string[];
  /** The links of payment pages and the contents of QR codes that customers have received. */
  readonly links: string[];
}

export async function openAlipayWorld(settings: Partial<Settings> = {}): Promise<AlipayWorld> {
  let clock: Clock = { now: () => 0 };
  const fake = await startFakeAlipay({ now: () => clock.now() });
  const shop = await openShop({
    settings,
    wrap(deps) {
      clock = deps.clock;
      return { ...deps, providers: [alipayOn(fake.gatewayUrl, deps.clock)] };
    },
  });
  return {
    shop,
    fake,
    orders: [],
    links: [],
    async [Symbol.asyncDispose]() {
      await fake.stop();
      await shop[Symbol.asyncDispose]();
    },
  };
}

export async function placeOrder({ shop, orders }: AlipayWorld, index: number): Promise<void> {
  const call =
    index % 2 === 0
      ? shop.placeCall(colourise, { path: await shop.upload() })
      : shop.placeCall(vip, { num: 1 + (index % 6) });
  orders.push((await shop.service.placeOrder(call)).orderNo);
}

export function startPayment(world: AlipayWorld, orderNo: string, channel: string): Promise<void> {
  return startPayments(world, [orderNo], channel);
}

/** Starts a payment for all these orders. */
export async function startPayments(
  world: AlipayWorld,
  orders: readonly string[],
  channel: string,
): Promise<void> {
  const start = await world.shop.startJointPayment(orders, 'alipay', channel);
  if (start.kind !== 'opened') return;
  const link = start.clientData.url ?? start.clientData.code_url;
  assert.ok(link !== undefined);
  world.links.push(link);
}

/** The customer opens a link. A refusal by Alipay, for example of an expired link, is ignored. */
export async function visit({ fake }: AlipayWorld, link: string): Promise<void> {
  await fake.open(link).catch((error: Error) => assert.match(error.message, /^Alipay shows ACQ\./));
}

export async function deliver({ shop }: AlipayWorld, notice: RawNotification): Promise<void> {
  const answer = await shop.notify(notice, 'alipay');
  assert.equal(answer.body, 'success');
}

/** The maximum number of rounds of `finishAll`: enough for a refund that fails, is retried and then stays pending. */
const roundsMax = 8;

/** Ends all faults, finishes pending refunds and runs the jobs, until every order, attempt and refund is final. */
export async function finishAll(world: AlipayWorld, areNoticesLost: boolean): Promise<void> {
  const { shop, fake } = world;
  fake.plan.length = 0;
  Object.assign(fake.setting, { always: 'none', skewMs: 0 });
  for (let round = 0; round < roundsMax; round++) {
    for (const trade of fake.trades.values()) trade.course = 'done';
    for (const refundNo of fake.pendingRefunds()) fake.finishRefund(refundNo, 'done');
    if (!areNoticesLost) for (const notice of fake.notices) await deliver(world, notice);
    await shop.settle();
    if (await isSettled(world)) return;
    await retryFailedRefunds(world);
  }
}

/**
 * Asserts that no order is paid twice, or paid and then neither delivered nor refunded: every order and refund is
 * final, and the sums of the service equal Alipay's own books.
 */
export async function assertFinished(world: AlipayWorld): Promise<void> {
  const book = await assertOrdersFinished(world);
  assert.deepEqual(world.fake.violations, []);
  assert.deepEqual(
    Object.fromEntries(book),
    world.fake.book().takenMinor === 0 ? {} : { CNY: world.fake.book() },
  );
}
