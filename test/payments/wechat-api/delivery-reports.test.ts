/** Reports to WeChat that an order was delivered. If WeChat manages deliveries, it keeps the money until the report. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../support/shop.ts';
import { type MiniProgramWorld, openMiniProgramWorld } from './mini-program-world.ts';

const uploadPath = '/wxa/sec/order/upload_shipping_info';

function uploads({ api }: MiniProgramWorld): number {
  return api.calls.filter(({ path }) => path === uploadPath).length;
}

async function jobsOf({ shop }: MiniProgramWorld, orderNo: string) {
  return shop.store.read.jobs.named({ kind: 'report_delivery', key: orderNo });
}

test('a picture is reported as delivered virtual goods when it is finished, and only once', async () => {
  await using world = await openMiniProgramWorld();
  const orderNo = await world.order('picture');
  await world.paid(orderNo);
  assert.deepEqual(await world.reports(orderNo), []);
  await world.shop.drain();
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  const [report, ...more] = await world.reports(orderNo);
  assert.deepEqual(more, []);
  assert.partialDeepStrictEqual(report, { logistics_type: 3, delivery_mode: 1 });
  await world.shop.settle();
  assert.equal(uploads(world), 1);
});

test('a membership is reported as delivered right after the payment', async () => {
  await using world = await openMiniProgramWorld();
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  await world.shop.drain();
  assert.equal((await world.reports(orderNo)).length, 1);
});

test('while WeChat’s list of payments does not contain the payment yet, the delivery report is repeated', async () => {
  await using world = await openMiniProgramWorld();
  world.api.shipping.rules.lagMs = 10 * 60_000;
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  await world.shop.drain();
  assert.deepEqual(await world.reports(orderNo), []);
  await world.shop.settle();
  assert.equal((await world.reports(orderNo)).length, 1);
  assert.deepEqual(await jobsOf(world, orderNo), []);
});

for (const fault of ['drop before', 'drop after', 'error before', 'error after', 'busy', 'page'] as const) {
  test(`after the fault “${fault}” the report is sent again, and WeChat has one report of the delivery`, async () => {
    await using world = await openMiniProgramWorld({ mode: 'on' });
    const orderNo = await world.order('membership');
    await world.paid(orderNo);
    world.api.faults.push('none', fault);
    await world.shop.settle();
    assert.equal(uploads(world), 2);
    assert.equal((await world.reports(orderNo)).length, 1);
    assert.deepEqual(await jobsOf(world, orderNo), []);
  });
}

test('an access token that WeChat refuses is renewed once, and the report succeeds', async () => {
  await using world = await openMiniProgramWorld();
  const first = await world.order('membership');
  await world.paid(first);
  await world.shop.drain();
  world.api.replaceToken();
  const second = await world.order('membership');
  await world.paid(second);
  await world.shop.drain();
  assert.equal((await world.reports(second)).length, 1);
  const tokens = world.api.calls.filter(({ path }) => path === '/cgi-bin/stable_token');
  assert.equal(tokens.length, 2);
});

test('a report that WeChat refuses permanently becomes a dead job with WeChat’s error message', async () => {
  await using world = await openMiniProgramWorld();
  world.api.answers.set(uploadPath, [{ errcode: 10_060_004, errmsg: '支付单处于不可发货的状态' }]);
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  await world.shop.drain();
  const [job] = await jobsOf(world, orderNo);
  assert.equal(job?.state, 'dead');
  assert.match(job?.lastError ?? '', /10060004 支付单处于不可发货的状态/);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
});

test('while the IP address of the service is not in WeChat’s list of allowed addresses, the report is retried for about a day, then the job is dead', async () => {
  await using world = await openMiniProgramWorld();
  const refusal = { errcode: 40_164, errmsg: 'invalid ip 203.0.113.9, not in whitelist' };
  world.api.answers.set(
    uploadPath,
    Array.from({ length: 30 }, () => refusal),
  );
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  const paidAt = world.shop.clock.now();
  let diedAt = 0;
  for (let hours = 0; hours < 60 && diedAt === 0; hours++) {
    world.shop.clock.advance(60 * 60_000);
    await world.shop.drain();
    const [job] = await jobsOf(world, orderNo);
    if (job?.state === 'dead') diedAt = world.shop.clock.now();
  }
  assert.ok(diedAt - paidAt > 20 * 60 * 60_000, `the job failed after ${(diedAt - paidAt) / 3_600_000} h`);
});

for (const isManaged of [false, null]) {
  const why = isManaged === null ? 'has no API for managed delivery' : 'is not under managed delivery';
  test(`no delivery is reported if the app ${why}`, async () => {
    await using world = await openMiniProgramWorld();
    world.api.shipping.rules.isManaged = isManaged;
    const orderNo = await world.order('membership');
    await world.paid(orderNo);
    await world.shop.drain();
    assert.equal(uploads(world), 0);
    assert.deepEqual(await jobsOf(world, orderNo), []);
  });
}

test('when WeChat begins to manage the deliveries of the app, the service notices it within ten minutes', async () => {
  await using world = await openMiniProgramWorld();
  world.api.shipping.rules.isManaged = false;
  await world.paid(await world.order('membership'));
  await world.shop.drain();
  world.api.shipping.rules.isManaged = true;
  world.shop.clock.advance(10 * 60_000);
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  await world.shop.drain();
  assert.equal((await world.reports(orderNo)).length, 1);
});

test('with WECHAT_SHIPPING=on, deliveries are reported even if WeChat does not manage them; with WECHAT_SHIPPING=off, no job is added', async () => {
  await using on = await openMiniProgramWorld({ mode: 'on' });
  on.api.shipping.rules.isManaged = false;
  const reported = await on.order('membership');
  await on.paid(reported);
  await on.shop.drain();
  assert.equal((await on.reports(reported)).length, 1);

  await using off = await openMiniProgramWorld({ mode: 'off' });
  const orderNo = await off.order('membership');
  await off.paid(orderNo);
  assert.deepEqual(await jobsOf(off, orderNo), []);
});

test('an order that is refunded before its delivery was reported is not reported as delivered', async () => {
  await using world = await openMiniProgramWorld();
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  await world.shop.service.refundOrder(operator, orderNo, null, 'r');
  await world.shop.drain();
  assert.equal(uploads(world), 0);
  assert.deepEqual(await jobsOf(world, orderNo), []);
});

test('a joint payment is reported once the work on all its orders has ended, also if the last one fails', async () => {
  await using world = await openMiniProgramWorld();
  const { shop } = world;
  const orders = await world.orderTogether('membership', 'picture');
  const [membership = '', picture = ''] = orders;
  shop.orderImages.plan = { refused: 'no_face' };
  await world.paid(membership);
  assert.deepEqual(await world.reports(membership), []);
  await shop.settle();
  assert.deepEqual(await Promise.all(orders.map((orderNo) => shop.state(orderNo))), [
    'pay/done',
    'refund/fail',
  ]);
  assert.equal((await world.reports(picture)).length, 1);
  assert.deepEqual(await jobsOf(world, membership), []);
});
