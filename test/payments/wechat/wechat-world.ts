/** A shop whose only provider is WeChat Pay, with the fake of its servers, for random schedules. */

import assert from 'node:assert/strict';
import { AppError } from '../../../src/domain/errors.ts';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { colourise, openShop, operator, type Shop, vip } from '../../support/shop.ts';
import { type FakeWechat, startFakeWechat } from './fake-wechat.ts';
import { openId, wechatOn } from './wechat-fixture.ts';

export interface WechatWorld extends AsyncDisposable {
  readonly shop: Shop;
  readonly fake: FakeWechat;
  readonly orders: string[];
}

export async function openWechatWorld(mode: 'public key' | 'certificates'): Promise<WechatWorld> {
  // The server starts before the shop, whose clock it shares.
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

/** Ignores the errors that a caller can cause, and rejects with every other error. */
export async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isExpected =
      error instanceof AppError && ['illegal_transition', 'payment_provider_failed'].includes(error.code);
    if (!isExpected) throw error;
  }
}

export async function placeOrder({ shop, orders }: WechatWorld, index: number): Promise<void> {
  const call =
    index % 2 === 0
      ? shop.placeCall(colourise, { path: await shop.upload() })
      : shop.placeCall(vip, { num: 1 + (index % 3) });
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

/** Delivers a notification as WeChat Pay repeats it: with the time and signature of now. */
export async function deliver({ shop, fake }: WechatWorld, notice: RawNotification): Promise<void> {
  await shop.notify(fake.repeated(notice), 'wechat');
}

/**
 * Ends all faults and finishes everything, until neither side has anything to do.
 * @param lost whether the notifications that have not been delivered are lost, so that the service must query.
 */
export async function finishAll(world: WechatWorld, lost = false): Promise<void> {
  const { shop, fake, orders } = world;
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
    for (const orderNo of orders) {
      const isFailed = (await shop.refunds(orderNo)).some(({ state }) => state === 'failed');
      if (isFailed) await shop.service.refundOrder(operator, orderNo, null, 'r');
    }
    await shop.settle();
  }
}

/** Enough for a refund that fails, is retried and stays pending. */
const roundsMax = 6;

async function isSettled({ shop, orders }: WechatWorld): Promise<boolean> {
  for (const orderNo of orders) {
    if (!finalStates.includes(await shop.state(orderNo))) return false;
    if ((await shop.refunds(orderNo)).some(({ state }) => state !== 'done')) return false;
    const attempts = await shop.attempts(orderNo);
    if (attempts.some(({ state }) => state === 'open' || state === 'opening')) return false;
  }
  return true;
}

const finalStates = ['cancal/init', 'pay/done', 'refund/init', 'refund/done', 'refund/fail'];

/**
 * Asserts that no order is paid twice or paid and forgotten: every order and refund is final, and the sums of the
 * service equal WeChat Pay's own books.
 */
export async function assertFinished({ shop, fake, orders }: WechatWorld): Promise<void> {
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  assert.deepEqual(fake.trades.violations, []);
  for (const orderNo of orders) {
    const state = await shop.state(orderNo);
    assert.ok(finalStates.includes(state), `${orderNo} ends as ${state}`);
    for (const refund of await shop.refunds(orderNo)) assert.equal(refund.state, 'done', refund.purpose);
    const attempts = await shop.attempts(orderNo);
    const won = attempts.filter((attempt) => attempt.state === 'won').length;
    assert.ok(won <= 1, `${orderNo} is paid ${won} times`);
    for (const { state: attempt } of attempts) {
      assert.ok(attempt !== 'open' && attempt !== 'opening', `an attempt ends as ${attempt}`);
    }
  }
  const ours = new Map<string, object>();
  for (const { currency, receivedMinor, keptMinor, refundingMinor, returnedMinor } of sums) {
    if (receivedMinor + keptMinor + refundingMinor + returnedMinor === 0) continue;
    assert.equal(refundingMinor, 0);
    assert.equal(receivedMinor, keptMinor + returnedMinor);
    ours.set(currency, { takenMinor: receivedMinor, returnedMinor });
  }
  assert.deepEqual(ours, new Map(fake.book()));
  const errors = shop.log.lines.filter(
    ({ level, message }) => level === 'error' && message !== 'job attempt',
  );
  assert.deepEqual(errors, []);
}
