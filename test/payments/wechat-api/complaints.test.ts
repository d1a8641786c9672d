/** Complaints of customers at WeChat Pay and at virtual payment. The service shows them as disputes of the order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopApp } from '../../support/shop-app.ts';
import {
  callerOf,
  customers,
  openVirtualWorld,
  startPayment,
  type VirtualWorld,
} from '../wechat-virtual/virtual-world.ts';
import { type MiniProgramWorld, openMiniProgramWorld } from './mini-program-world.ts';

const halfHourMs = 30 * 60_000;
/** WeChat lists the complaints of 30 days. */
const unlistedMs = 31 * 24 * 60 * 60_000;

async function disputesOf({ shop }: Pick<MiniProgramWorld, 'shop'>, orderNo: string) {
  const { id } = await shop.order(orderNo);
  return (await shop.store.read.disputes.ofOrder(id)).map(({ disputeNo, state }) => [disputeNo, state]);
}

async function paidOrder(world: MiniProgramWorld): Promise<{ orderNo: string; paymentNo: string }> {
  const orderNo = await world.order('membership');
  await world.paid(orderNo);
  return { orderNo, paymentNo: await world.shop.lastPaymentNo(orderNo) };
}

function notice(world: MiniProgramWorld, id: string, type: 'CREATE' | 'STATE_CHANGE') {
  const content = { complaint_id: id, action_type: 'CREATE_COMPLAINT' };
  return world.pay.notification(content, { eventType: `COMPLAINT.${type}` });
}

test('the notification of a complaint opens a dispute of the order and sends the event payment.disputed; its settlement closes the dispute', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  const complaint = world.pay.complaints.complain('2001', ['WEB-17', paymentNo], world.shop.clock.now());
  const answer = await world.shop.notify(notice(world, '2001', 'CREATE'), 'wechat');
  assert.equal(answer.status, 204);
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'open']]);
  const { id } = await world.shop.order(orderNo);
  const [dispute] = await world.shop.store.read.disputes.ofOrder(id);
  assert.equal(dispute?.reason, '照片颜色不对');
  assert.equal(Math.abs((dispute?.openedAt ?? 0) - complaint.openedAt) < 1000, true);
  const types = (await world.shop.store.read.webhooks.ofOrder(id)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'payment.disputed').length, 1);
  complaint.state = 'PROCESSED';
  await world.shop.notify(notice(world, '2001', 'STATE_CHANGE'), 'wechat');
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'closed']]);
});

test('a customer who complains again after the settlement opens a second dispute', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  const complaint = world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  complaint.state = 'PROCESSED';
  await world.shop.notify(notice(world, '2001', 'CREATE'), 'wechat');
  Object.assign(complaint, { state: 'PENDING', times: 2 });
  await world.shop.notify(notice(world, '2001', 'STATE_CHANGE'), 'wechat');
  assert.deepEqual(await disputesOf(world, orderNo), [
    ['2001', 'closed'],
    ['2001-2', 'open'],
  ]);
});

test('a customer who complains again before the service has seen a settlement has one open dispute, and its settlement leaves none open', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  const complaint = world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  await world.shop.notify(notice(world, '2001', 'CREATE'), 'wechat');
  complaint.times = 2;
  await world.shop.notify(notice(world, '2001', 'STATE_CHANGE'), 'wechat');
  assert.deepEqual(await disputesOf(world, orderNo), [
    ['2001', 'closed'],
    ['2001-2', 'open'],
  ]);
  Object.assign(complaint, { state: 'PROCESSED', times: 3 });
  await world.shop.notify(notice(world, '2001', 'STATE_CHANGE'), 'wechat');
  assert.deepEqual(await disputesOf(world, orderNo), [
    ['2001', 'closed'],
    ['2001-2', 'closed'],
    ['2001-3', 'closed'],
  ]);
});

test('a complaint whose notification never arrives is found within half an hour', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  await world.shop.drain();
  world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  for (let other = 0; other < 60; other++) {
    world.pay.complaints.complain(`other-${other}`, ['WEB-17'], world.shop.clock.now());
  }
  world.shop.clock.advance(halfHourMs);
  await world.shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'open']]);
  world.shop.clock.advance(halfHourMs);
  await world.shop.drain();
  const { id } = await world.shop.order(orderNo);
  const events = await world.shop.store.read.webhooks.ofOrder(id);
  assert.equal(events.filter(({ type }) => type === 'payment.disputed').length, 1);
});

test('the end of a complaint that WeChat Pay no longer lists closes its dispute within half an hour, also if the customer complained twice', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  const complaint = world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  await world.shop.notify(notice(world, '2001', 'CREATE'), 'wechat');
  world.shop.clock.advance(unlistedMs);
  await world.shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'open']]);
  complaint.times = 2;
  world.shop.clock.advance(halfHourMs);
  await world.shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [
    ['2001', 'closed'],
    ['2001-2', 'open'],
  ]);
  complaint.state = 'PROCESSED';
  world.shop.clock.advance(halfHourMs);
  await world.shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [
    ['2001', 'closed'],
    ['2001-2', 'closed'],
  ]);
});

test('a complaint about the orders of another system is acknowledged and changes nothing', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo } = await paidOrder(world);
  world.pay.complaints.complain('2001', ['WEB-17'], world.shop.clock.now());
  const answer = await world.shop.notify(notice(world, '2001', 'CREATE'), 'wechat');
  assert.equal(answer.status, 204);
  assert.deepEqual(await disputesOf(world, orderNo), []);
});

test('while WeChat Pay does not answer a query of a complaint, its notification gets 503, and the repeated notification opens the dispute', async () => {
  await using world = await openMiniProgramWorld();
  await using web = shopApp(world.shop);
  const { orderNo, paymentNo } = await paidOrder(world);
  world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  const sent = notice(world, '2001', 'CREATE');
  const post = ({ headers, body }: typeof sent) =>
    web.app.inject({
      method: 'POST',
      url: '/index.php/v1/pay_notify/wechat',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ''])),
      payload: Buffer.from(body),
    });
  world.pay.setting.always = 'error before';
  assert.equal((await post(sent)).statusCode, 503);
  assert.deepEqual(await disputesOf(world, orderNo), []);
  world.pay.setting.always = 'none';
  assert.equal((await post(world.pay.repeated(sent))).statusCode, 204);
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'open']]);
});

/** A paid order of virtual payment, and pushes of complaints about it. */
async function virtualOrder(world: VirtualWorld) {
  const { shop, fake } = world;
  const [alice] = customers;
  const orderNo = await shop.placeVip(1, callerOf(world, alice));
  await startPayment(world, orderNo, alice);
  const sheet = world.sheets.at(-1) ?? assert.fail();
  const { orderNo: paymentNo, ...order } = fake.xpay.requestVirtualPayment(alice, sheet.clientData, true);
  await shop.notify(fake.pushPayment({ orderNo: paymentNo, ...order }), 'wechat_virtual');
  await shop.drain();
  const complaintPush = (id: object) =>
    fake.push({
      Event: 'xpay_complaint_notify',
      OpenId: alice,
      MchOrderId: paymentNo,
      ComplaintDetail: '照片颜色不对',
      ComplaintTime: Math.floor(shop.clock.now() / 1000),
      RequestId: 'Q1',
      ...id,
    });
  return { orderNo, paymentNo, complaintPush };
}

test('a complaint about a virtual payment opens a dispute, and the service finds its end in WeChat’s list of complaints', async () => {
  await using world = await openVirtualWorld({ format: 'json', mode: 'secure' });
  const { shop, fake } = world;
  const { orderNo, paymentNo, complaintPush } = await virtualOrder(world);
  const complaint = fake.complaints.complain('3001', [paymentNo], shop.clock.now());
  const answer = await shop.notify(complaintPush({ ComplaintId: '3001' }), 'wechat_virtual');
  assert.equal(answer.body, '{"ErrCode":0,"ErrMsg":"success"}');
  assert.deepEqual(await disputesOf(world, orderNo), [['3001', 'open']]);
  complaint.state = 'PROCESSED';
  shop.clock.advance(halfHourMs);
  await shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['3001', 'closed']]);
});

test('the end of a complaint about a virtual payment that WeChat no longer lists closes its dispute within half an hour', async () => {
  await using world = await openVirtualWorld({ format: 'json', mode: 'secure' });
  const { shop, fake } = world;
  const { orderNo, paymentNo, complaintPush } = await virtualOrder(world);
  const complaint = fake.complaints.complain('3001', [paymentNo], shop.clock.now());
  await shop.notify(complaintPush({ ComplaintId: '3001' }), 'wechat_virtual');
  shop.clock.advance(unlistedMs);
  await shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['3001', 'open']]);
  complaint.state = 'PROCESSED';
  shop.clock.advance(halfHourMs);
  await shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['3001', 'closed']]);
});

test('a push without the number of the complaint opens no dispute, because its end could not be queried; the list of complaints does', async () => {
  await using world = await openVirtualWorld({ format: 'json', mode: 'secure' });
  const { shop, fake } = world;
  const { orderNo, paymentNo, complaintPush } = await virtualOrder(world);
  fake.complaints.complain('3001', [paymentNo], shop.clock.now());
  const answer = await shop.notify(complaintPush({}), 'wechat_virtual');
  assert.equal(answer.body, '{"ErrCode":0,"ErrMsg":"success"}');
  assert.deepEqual(await disputesOf(world, orderNo), []);
  shop.clock.advance(halfHourMs);
  await shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['3001', 'open']]);
});

test('a provider that refuses to list its complaints delays no other job, and the list is requested again', async () => {
  await using world = await openMiniProgramWorld();
  const { orderNo, paymentNo } = await paidOrder(world);
  world.pay.complaints.complain('2001', [paymentNo], world.shop.clock.now());
  world.pay.setting.always = 'error before';
  await world.shop.drain();
  assert.equal(
    world.shop.log.lines.some(({ message }) => message === 'disputes not fetched'),
    true,
  );
  world.pay.setting.always = 'none';
  world.shop.clock.advance(halfHourMs);
  await world.shop.drain();
  assert.deepEqual(await disputesOf(world, orderNo), [['2001', 'open']]);
});
