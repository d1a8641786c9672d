/**
 * A shop whose only provider is WeChat's virtual payment, with a fake of WeChat's servers. Tests run payments,
 * notifications and jobs of this shop in random order.
 */

import assert from 'node:assert/strict';
import { AppError } from '../../../src/domain/errors.ts';
import { connectWechatApp } from '../../../src/payments/wechat-api/wechat-app.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { assertOrdersFinished, isSettled, retryFailedRefunds } from '../../support/random-schedules.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import { colourise, openShop, type Shop, vip } from '../../support/shop.ts';
import type { PushStyle } from './fake-push.ts';
import { type FakeWechatApi, type SentPush, startFakeWechatApi, wechatAccount } from './fake-wechat-api.ts';
import { ClientError } from './fake-xpay.ts';
import { virtualOn } from './virtual-fixture.ts';

export const customers = ['oAlice', 'oBob'] as const;

/** The data with which a customer's mini program can open WeChat's payment sheet. */
export interface Sheet {
  readonly openId: string;
  readonly clientData: Readonly<Record<string, string>>;
}

export interface VirtualWorld extends AsyncDisposable {
  readonly shop: Shop;
  readonly fake: FakeWechatApi;
  readonly orders: string[];
  readonly sheets: Sheet[];
  readonly callers: Map<string, Caller>;
}

export async function openVirtualWorld(style: PushStyle): Promise<VirtualWorld> {
  // The server starts before the shop, and uses the clock of the shop as soon as the shop exists.
  let shopClock = manualClock();
  const clock = { now: () => shopClock.now() };
  const fake = await startFakeWechatApi(clock);
  fake.setting.style = style;
  const { appId, appSecret } = wechatAccount;
  const app = connectWechatApp({ appId, appSecret, apiUrl: fake.url, ready: null }, clock);
  const log = recordedLog();
  const provider = virtualOn(fake.url, clock, log, { mode: style.mode, app });
  const shop = await openShop({
    wrap: (deps) => ({ ...deps, providers: [provider], accounts: app.accounts }),
  });
  shopClock = shop.clock;
  const world: VirtualWorld = {
    shop,
    fake,
    orders: [],
    sheets: [],
    callers: new Map(),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await fake.stop();
    },
  };
  for (const openId of customers) await signIn(world, openId, 'first');
  return world;
}

/** The customer signs in. WeChat then refuses payment data that was signed with the customer's earlier session key. */
export async function signIn(
  { shop, fake, callers }: VirtualWorld,
  openId: string,
  seed: string,
): Promise<void> {
  const code = `${openId} ${seed}`;
  fake.addCode(code, openId, Buffer.from(`session ${seed} of ${openId}`).toString('base64'));
  const { userId } = await shop.service.login({
    caller: callers.get(openId) ?? { kind: 'anonymous' },
    provider: 'wechat',
    code,
    requestId: 'r',
  });
  callers.set(openId, { kind: 'user', userId });
}

export function callerOf({ callers }: VirtualWorld, openId: string): Caller {
  return callers.get(openId) ?? assert.fail();
}

/** Ignores the errors that a caller can cause, and rejects with every other error. */
export async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const codes = ['illegal_transition', 'payment_provider_failed', 'unknown_order', 'unavailable'];
    const isExpected = error instanceof AppError && codes.includes(error.code);
    if (!isExpected && !(error instanceof ClientError)) throw error;
  }
}

export async function placeOrder(world: VirtualWorld, index: number): Promise<void> {
  const { shop, orders } = world;
  const call =
    index % 3 === 0
      ? shop.placeCall(colourise, { path: await shop.upload() })
      : shop.placeCall(vip, { num: 1 + (index % 6) });
  // Both customers can pay a guest's order, because knowing its number is enough. Only its own user can pay a user's
  // order.
  const caller: Caller = index % 2 === 0 ? { kind: 'anonymous' } : callerOf(world, customers[0]);
  orders.push((await shop.service.placeOrder({ ...call, caller })).orderNo);
}

export async function startPayment(world: VirtualWorld, orderNo: string, openId: string): Promise<void> {
  const start = await world.shop.service.payOrders({
    caller: callerOf(world, openId),
    orderNos: [orderNo],
    provider: 'wechat_virtual',
    channel: 'goods',
    language: null,
    clientAddress: '203.0.113.7',
    requestId: 'r',
  });
  if (start.kind === 'opened') world.sheets.push({ openId, clientData: start.clientData });
}

/** Delivers a push as WeChat repeats it: with the present time and a new signature. */
export async function deliver({ shop, fake }: VirtualWorld, push: SentPush): Promise<void> {
  await ignoreRefusal(shop.notify(fake.again(push), 'wechat_virtual'));
}

/** The maximum number of rounds of `finishAll`: enough for a refund that fails, is retried and then stays pending. */
const roundsMax = 6;
/** Ends all faults, delivers all pushes, finishes pending refunds and runs the jobs, until everything is final. */
export async function finishAll(world: VirtualWorld): Promise<void> {
  const { shop, fake } = world;
  const { xpay, setting, faults } = fake;
  faults.length = 0;
  Object.assign(setting, { always: 'none', skewMs: 0 });
  Object.assign(xpay.rules, {
    querySeesSheets: true,
    querySeesPayments: true,
    querySeesRefunds: true,
    querySeesRetries: true,
  });
  fake.tokens.refusedOnce = false;
  for (const order of xpay.orders.values()) order.course = 'done';
  for (const push of [...fake.pushes]) await deliver(world, push);
  await shop.settle();
  for (let round = 0; round < roundsMax && !(await isSettled(world)); round++) {
    for (const refund of xpay.refunds.values()) {
      if (refund.status !== 'running') continue;
      xpay.finish(refund, 'done');
      fake.pushRefund(refund);
    }
    for (const push of [...fake.pushes]) await deliver(world, push);
    await retryFailedRefunds(world);
    await shop.settle();
  }
}

/**
 * Asserts that no order is paid twice, or paid and then neither delivered nor refunded: every order and refund is
 * final, and the sums of the service equal WeChat's own books.
 */
export async function assertFinished(world: VirtualWorld): Promise<void> {
  const ours = await assertOrdersFinished(world);
  const { xpay } = world.fake;
  assert.deepEqual(xpay.violations, []);
  assert.deepEqual(Object.fromEntries(ours), xpay.book().takenMinor === 0 ? {} : { CNY: xpay.book() });
}
