/** The actions of the random schedules: of customers, operators, the clock, the network and WeChat Pay. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { actOnShop, ignoreRefusal, pick, severalOf } from '../../support/random-schedules.ts';
import { merchantKeys } from './fake-signer.ts';
import type { Fault } from './fake-wechat.ts';
import { deliver, placeOrder, signIn, type WechatWorld } from './wechat-world.ts';

const actions = [
  'place an order',
  'start to pay by code',
  'start to pay in a browser',
  'start to pay inside WeChat',
  'start to pay twice at once',
  'start to pay several orders',
  'pay',
  'pay after the expiry',
  'pay with a coupon',
  'pay a wrong amount',
  'pay in another currency',
  'type the password',
  'stop typing',
  'deliver a notification',
  'deliver a notification twice at once',
  'deliver an old notification',
  'deliver a forged notification',
  'cancel',
  'cancel as the operator',
  'request a refund',
  'refund as the operator',
  'refund months',
  'refunds stay pending',
  'refunds lack money once',
  'the account is empty',
  'the account is filled',
  'a refund is done',
  'a refund is closed',
  'a refund is abnormal',
  'the next answers are faulty',
  'every answer is faulty',
  'answers are sound',
  'the clocks differ a little',
  'the clocks differ much',
  'the clocks agree',
  'closing needs five minutes',
  'the certificate is renewed',
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
  'start to pay several orders',
  'start to pay several orders',
  'start to pay several orders',
  ...(['start to pay by code', 'pay', 'deliver a notification', 'run the due jobs'] as const).flatMap(
    (action) => [action, action, action, action, action],
  ),
  'refund as the operator',
  'refund months',
  'refund as the operator',
  'refund months',
  'refunds stay pending',
  'a refund is closed',
  'a minute passes',
  'answers are sound',
  'answers are sound',
  'answers are sound',
  'the clocks agree',
];

const faults: readonly Fault[] = [
  'drop before',
  'drop after',
  'error before',
  'error after',
  'too many requests',
  'not signed',
  'signed by a stranger',
  'probe',
  'old',
  'from the future',
  'changed after signing',
  'redirect',
  'web page',
];

export interface Step {
  readonly action: Action;
  /** The number by which the action selects an order, payment, notification, refund or fault among those that exist. */
  readonly index: number;
}

export const anyStep = fc.record({ action: fc.constantFrom(...actions, ...frequent), index: fc.nat(1000) });
export async function act(world: WechatWorld, { action, index }: Step): Promise<void> {
  const { shop, orders } = world;
  const orderNo = pick(orders, index);
  const start = (channel: string) =>
    orderNo === undefined ? undefined : ignoreRefusal(shop.startPayment(orderNo, 'wechat', channel));
  switch (action) {
    case 'place an order':
      return placeOrder(world, index);
    case 'start to pay by code':
      return start('native');
    case 'start to pay in a browser':
      return start('h5');
    case 'start to pay inside WeChat':
      if (orderNo !== undefined) await signIn(world, orderNo);
      return start('jsapi');
    case 'start to pay several orders':
      return ignoreRefusal(shop.startJointPayment(severalOf(orders, index), 'wechat', 'native'));
    case 'start to pay twice at once':
      return void (await Promise.all([start('native'), start('native'), start('h5')]));
    default:
      if (await actOnShop(world, action, orderNo)) return;
      return actAtWechat(world, action, index);
  }
}

async function actAtWechat(world: WechatWorld, action: Action, index: number): Promise<void> {
  const { shop, fake } = world;
  const { trades } = fake;
  const all = [...trades.orders.values()];
  const payable = pick(
    all.filter(({ state, expiresAt }) => state === 'NOTPAY' && shop.clock.now() < expiresAt),
    index,
  )?.outTradeNo;
  const overdue = pick(
    all.filter(({ state }) => state === 'NOTPAY'),
    index,
  )?.outTradeNo;
  const refund = pick(
    [...trades.refunds.values()].filter(({ status }) => status === 'PROCESSING'),
    index,
  )?.outRefundNo;
  const notice = pick(fake.notices, index);
  switch (action) {
    case 'pay':
      return payable === undefined ? undefined : void fake.pay(payable);
    case 'pay after the expiry':
      return overdue === undefined ? undefined : void fake.pay(overdue, { late: true });
    case 'pay with a coupon':
      return payable === undefined ? undefined : void fake.pay(payable, { payerTotal: 1 });
    case 'pay a wrong amount':
      return payable === undefined ? undefined : void fake.pay(payable, { total: 1 + index });
    case 'pay in another currency':
      return payable === undefined ? undefined : void fake.pay(payable, { currency: 'HKD' });
    case 'deliver a notification':
      return notice === undefined ? undefined : deliver(world, notice);
    case 'deliver a notification twice at once':
      if (notice === undefined) return;
      return void (await Promise.all([deliver(world, notice), deliver(world, notice)]));
    case 'deliver an old notification':
      return notice === undefined ? undefined : void (await shop.notify(notice, 'wechat'));
    case 'deliver a forged notification': {
      if (payable === undefined) return;
      const success = {
        trade_state: 'SUCCESS',
        transaction_id: '1',
        success_time: '2026-11-20T20:00:00+08:00',
      };
      const paid = { ...trades.query(payable).body, ...success };
      const forged = fake.notification(
        paid,
        index % 2 === 0 ? { signedBy: merchantKeys } : { apiV3Key: 'x'.repeat(32) },
      );
      await shop.notify(fake.notification({ ...paid, mchid: '1900000999' }), 'wechat');
      return void (await shop.notify(forged, 'wechat'));
    }
    case 'a refund is done':
      return refund === undefined ? undefined : void fake.finishRefund(refund, 'SUCCESS');
    case 'a refund is closed':
      return refund === undefined ? undefined : void fake.finishRefund(refund, 'CLOSED');
    case 'a refund is abnormal':
      return refund === undefined ? undefined : void fake.finishRefund(refund, 'ABNORMAL');
    default:
      return setRules(world, action, index);
  }
}

function setRules({ fake, shop }: WechatWorld, action: Action, index: number): void {
  const { trades, setting } = fake;
  const fault = pick(faults, index) ?? 'drop after';
  const order = pick([...trades.orders.values()], index);
  switch (action) {
    case 'type the password':
      if (order?.state === 'NOTPAY') order.state = 'USERPAYING';
      return;
    case 'stop typing':
      if (order?.state === 'USERPAYING') order.state = 'NOTPAY';
      return;
    case 'refunds stay pending':
      if (order !== undefined) order.course = 'pending';
      return;
    case 'refunds lack money once':
      if (order !== undefined) order.course = 'failed';
      return;
    case 'the account is empty':
    case 'the account is filled':
      trades.rules.emptyAccount = action === 'the account is empty';
      return;
    case 'the next answers are faulty':
      fake.faults.push(fault, 'none', fault);
      return;
    case 'every answer is faulty':
    case 'answers are sound':
      setting.always = action === 'answers are sound' ? 'none' : fault;
      return;
    case 'the clocks differ a little':
    case 'the clocks differ much':
      setting.skewMs = (index % 2 === 0 ? 1 : -1) * (action === 'the clocks differ much' ? 400_000 : 200_000);
      return;
    case 'the clocks agree':
      setting.skewMs = 0;
      return;
    case 'closing needs five minutes':
      trades.rules.closeableAfterMs = 300_000;
      return;
    case 'the certificate is renewed':
      fake.rotate('add');
      // The service downloads certificates at most once in ten seconds. Advance the clock, so that the next message
      // with the new certificate causes a download.
      shop.clock.advance(10_000);
      return;
    default:
      assert.fail(`unknown action “${action}”`);
  }
}
