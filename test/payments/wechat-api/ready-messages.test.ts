/** The subscribe message of WeChat that informs a customer that the picture is ready. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourise } from '../../support/shop.ts';
import { customerOpenId, type MiniProgramWorld, openMiniProgramWorld } from './mini-program-world.ts';

const sendPath = '/cgi-bin/message/subscribe/send';

function sends({ api }: MiniProgramWorld): number {
  return api.calls.filter(({ path }) => path === sendPath).length;
}

async function jobsOf({ shop }: MiniProgramWorld, orderNo: string) {
  return shop.store.read.jobs.named({ kind: 'send_ready_message', key: orderNo });
}

async function finished(world: MiniProgramWorld): Promise<string> {
  const orderNo = await world.order('picture');
  await world.paid(orderNo);
  await world.shop.drain();
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  return orderNo;
}

test('a customer who accepted a message gets one when the picture is ready, with a link to the page of the order', async () => {
  await using world = await openMiniProgramWorld();
  world.api.messages.accept(customerOpenId);
  const orderNo = await finished(world);
  const goods = await world.shop.store.read.goods.onShelf();
  const title = goods.find(({ functName }) => functName === colourise.functName)?.title ?? assert.fail();
  const [message, ...more] = world.api.messages.received;
  assert.deepEqual(more, []);
  assert.equal(message?.openId, customerOpenId);
  assert.equal(message.page, `pages/order/order?order_no=${orderNo}`);
  assert.equal(message.values.thing1, title);
  await world.shop.settle();
  assert.equal(sends(world), 1);
});

test('a customer who accepted no message gets none, and the job ends without an error', async () => {
  await using world = await openMiniProgramWorld();
  const orderNo = await finished(world);
  assert.equal(sends(world), 1);
  assert.deepEqual(world.api.messages.received, []);
  assert.deepEqual(await jobsOf(world, orderNo), []);
});

test('a membership sends no message', async () => {
  await using world = await openMiniProgramWorld();
  world.api.messages.accept(customerOpenId);
  await world.paid(await world.order('membership'));
  await world.shop.drain();
  assert.equal(sends(world), 0);
});

test('while WeChat does not answer, the message is sent again later and the order stays done', async () => {
  await using world = await openMiniProgramWorld();
  world.api.messages.accept(customerOpenId);
  world.api.setting.always = 'error before';
  const orderNo = await finished(world);
  world.api.setting.always = 'none';
  await world.shop.settle();
  assert.equal(world.api.messages.received.length, 1);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
});

test('if the configured keywords do not fit the template, the job is dead with WeChat’s error code, and the order stays done', async () => {
  await using world = await openMiniProgramWorld({ keywords: { thing1: 'title', phrase7: 'status' } });
  world.api.messages.accept(customerOpenId);
  const orderNo = await finished(world);
  await world.shop.settle();
  await world.shop.settle();
  const [job] = await jobsOf(world, orderNo);
  assert.equal(job?.state, 'dead');
  assert.match(job?.lastError ?? '', /47003/);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
});

test('every value of a message fits the rules of its keyword, even if the good has a long title with emoji', async () => {
  await using world = await openMiniProgramWorld({
    keywords: {
      thing1: 'title',
      time2: 'time',
      phrase3: 'status',
      character_string4: 'order_no',
      thing5: 'note',
    },
  });
  const [template = ''] = world.api.messages.templates.keys();
  world.api.messages.templates.set(template, ['thing1', 'time2', 'phrase3', 'character_string4', 'thing5']);
  world.api.messages.accept(customerOpenId);
  world.shop.sql('update goods set title = ?', '老照片上色🎨'.repeat(9));
  await finished(world);
  assert.equal(world.api.messages.received.length, 1);
});

test('a message that could not be sent within a day is never sent', async () => {
  await using world = await openMiniProgramWorld();
  world.api.messages.accept(customerOpenId);
  world.api.setting.always = 'error before';
  const orderNo = await finished(world);
  world.api.setting.always = 'none';
  world.shop.clock.advance(24 * 60 * 60_000);
  await world.shop.drain();
  assert.deepEqual(world.api.messages.received, []);
  assert.deepEqual(await jobsOf(world, orderNo), []);
});
