/** A shop whose only provider is WeChat Pay, with the fake of its servers, for random schedules. */

import assert from 'node:assert/strict';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { assertOrdersFinished, isSettled, retryFailedRefunds } from '../../support/random-schedules.ts';
import { colourise, openShop, type Shop, vip } from '../../support/shop.ts';
import { type FakeWechat, startFakeWechat } from './fake-wechat.ts';
import { openId, wechatOn } from './wechat-fixture.ts';

export interface WechatWorld extends AsyncDisposable {
  readonly shop: Shop;
  readonly fake: FakeWechat;
  readonly orders: string[];
}

export async function openWechatWorld(mode: 'public key' | 'certificates'): Promise<WechatWorld> {
  // The server starts before the shop, and uses the clock of the shop as soon as the shop exists.
  let shopClock = manualClock();
  const clock = { now: () => shopClock.now() };
  const fake = await startFakeWechat(clock, mode);
  const provider = wechatOn(fake.url, clock, fixedRandom('wechat'), mode);
  const shop = await openShop({ wrap: (deps) => ({ ...deps, providers: [provider] }) });
  shopClock = shop.clock;
  return {
    shop,
    fake,
    orders: [],
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await fake.stop();
    },
  };
}

export async function placeOrder({ shop, orders }: WechatWorld, index: number): Promise<void> {
  const call =
    index % 2 === 0
      ? shop.placeCall(colourise, { path: await shop.upload() })
      : shop.placeCall(vip, { num: 1 + (index % 6) });
  orders.push((await shop.service.placeOrder(call)).orderNo);
}

/** The customer of an order signs in with WeChat, so that the channel `jsapi` can be used. */
export async function signIn({ shop }: WechatWorld, orderNo: string): Promise<void> {
  const { userId } = await shop.order(orderNo);
  shop.sql(
    'insert or ignore into provider_accounts (provider, account_id, user_id, session_key, updated_at) values (?, ?, ?, ?, ?)',
    'wechat',
    `${openId}${userId}`,
    userId,
    null,
    shop.clock.now(),
  );
}

/** Delivers a notification as WeChat Pay repeats it: with the present time and a new signature. */
export async function deliver({ shop, fake }: WechatWorld, notice: RawNotification): Promise<void> {
  await shop.notify(fake.repeated(notice), 'wechat');
}

/**
 * Ends all faults, delivers the notifications, finishes pending refunds and runs the jobs, until everything is final.
 * @param lost whether notifications are lost instead of delivered, so that the service must query.
 */
export async function finishAll(world: WechatWorld, lost = false): Promise<void> {
  const { shop, fake } = world;
  const { trades, setting, faults } = fake;
  faults.length = 0;
  Object.assign(setting, { always: 'none', skewMs: 0 });
  Object.assign(trades.rules, { closeableAfterMs: 0, emptyAccount: false });
  for (const order of trades.orders.values()) {
    order.course = 'done';
    if (order.state === 'USERPAYING') order.state = 'NOTPAY';
  }
  const deliverAll = async () => {
    for (const notice of lost ? [] : fake.notices) await deliver(world, notice);
  };
  await deliverAll();
  await shop.settle();
  for (let round = 0; round < roundsMax && !(await isSettled(world)); round++) {
    for (const { outRefundNo, status } of trades.refunds.values()) {
      if (status === 'PROCESSING' || status === 'ABNORMAL') fake.finishRefund(outRefundNo, 'SUCCESS');
    }
    await deliverAll();
    await retryFailedRefunds(world);
    await shop.settle();
  }
}

/** The maximum number of rounds of `finishAll`: enough for a refund that fails, is retried and then stays pending. */
const roundsMax = 6;

/**
 * Asserts that no order is paid twice, or paid and then neither delivered nor refunded: every order and refund is
 * final, and the sums of the service equal WeChat Pay's own books.
 */
export async function assertFinished(world: WechatWorld): Promise<void> {
  assert.deepEqual(await assertOrdersFinished(world), new Map(world.fake.book()));
  assert.deepEqual(world.fake.trades.violations, []);
}
