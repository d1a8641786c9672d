import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import sharp from 'sharp';
import { readSourceType } from '../../src/imaging/codecs/source-type.ts';
import { type Encoding, type Fields, fieldsOf, textField } from '../support/http-client.ts';
import { assertGood, assertOrder } from '../support/order-shape.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { createCustomer } from './customer.ts';
import { serviceForThisFile } from './running-service.ts';

const { client } = await serviceForThisFile();
const photos = await samplePhotos();
const encodings: readonly Encoding[] = ['json', 'form', 'multipart'];
const done = (order: Fields) => order.deal_status === 'done';

async function goodsList(encoding: Encoding): Promise<Fields[]> {
  const answer = await client.post('goods_list', {}, { encoding });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Array.isArray(answer.value), 'a bare array');
  return answer.value.map(fieldsOf);
}

async function goodOf(functName: string, encoding: Encoding): Promise<{ id: number; price: number }> {
  const good = (await goodsList(encoding)).find((known) => known.funct_name === functName);
  assert.ok(good !== undefined, `no good is ordered with ${functName}`);
  return { id: Number(good.id), price: Number(good.price) };
}

/** Adds months to `YYYY-MM-DD HH:MM:SS`. If the month has no such day, the result is its last day. */
function inMonths(time: string, months: number): string {
  const at = new Date(`${time.replace(' ', 'T')}Z`);
  const day = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months);
  if (at.getUTCDate() !== day) at.setUTCDate(0);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

async function fetchPicture(order: Fields) {
  const answer = await fetch(textField(order, 'deal_result'));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/jpeg');
  const picture = sharp(await answer.arrayBuffer());
  return { metadata: await picture.metadata(), stats: await picture.stats() };
}

test('the list of goods is a sorted array of goods with the seven fields of the specification', async () => {
  const goods = await goodsList('json');
  for (const good of goods) assertGood(good);
  assert.deepEqual(
    goods.map(({ funct_name }) => funct_name),
    ['mark_order_zhaopianshangse', 'mark_order_yiCunZhao', 'mark_order_vip'],
  );
  const sorts = goods.map(({ sort }) => Number(sort));
  assert.deepEqual(
    sorts,
    sorts.toSorted((a, b) => a - b),
  );
});

for (const encoding of encodings) {
  describe(`a customer who sends ${encoding}`, { concurrency: true }, () => {
    it('can have an old photo colourised, from the list of goods to the picture', async () => {
      const customer = createCustomer(client, { encoding });
      const { id, price } = await goodOf('mark_order_zhaopianshangse', encoding);
      const path = await customer.upload(photos.old);
      const answer = await customer.call('mark_order_zhaopianshangse', { goods_id: id, path });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.fields), ['order_no']);
      const orderNo = textField(answer.fields, 'order_no');
      const unpaid = await customer.fetchOrder(orderNo);
      const fixed = { order_no: orderNo, goods_id: id, price, funct_name: 'mark_order_zhaopianshangse' };
      const nothing = { pay_time: null, pay_ext_refund_data: null, deal_result: null, from_user_id: null };
      assertOrder(unpaid, { ...fixed, ...nothing, status: 'wait_pay', deal_status: 'init' });
      assert.deepEqual(await customer.pay(orderNo), { state: 'paid' });
      const order = await customer.orderWhen(orderNo, 'done', done);
      assertOrder(order, { ...fixed, status: 'pay', pay_ext_refund_data: null, user_id: unpaid.user_id });
      const { metadata, stats } = await fetchPicture(order);
      assert.equal(metadata.format, 'jpeg');
      const [red, , blue] = stats.channels;
      assert.notEqual(red?.mean, blue?.mean, 'it has colour');
    });

    it('can have an ID photo made with a red background', async () => {
      const customer = createCustomer(client, { encoding });
      const { id, price } = await goodOf('mark_order_yiCunZhao', encoding);
      const path = await customer.upload(photos.portrait);
      const orderNo = await customer.order('mark_order_yiCunZhao', id, { path, color: 'red' });
      await customer.pay(orderNo);
      const order = await customer.orderWhen(orderNo, 'done', done);
      assertOrder(order, { status: 'pay', price, funct_name: 'mark_order_yiCunZhao' });
      const { metadata, stats } = await fetchPicture(order);
      assert.ok(metadata.height > metadata.width, 'upright');
      const [red, green] = stats.channels;
      assert.ok((red?.mean ?? 0) > (green?.mean ?? 0) + 30, 'on red');
    });

    it('can buy two months of membership at twice the price', async () => {
      const customer = createCustomer(client, { encoding });
      const { id, price } = await goodOf('mark_order_vip', encoding);
      const orderNo = await customer.order('mark_order_vip', id, { num: 2, from_user_id: 44 });
      assertOrder(await customer.fetchOrder(orderNo), { price: 2 * price, from_user_id: 44 });
      await customer.pay(orderNo);
      const order = await customer.orderWhen(orderNo, 'done', done);
      assertOrder(order, { status: 'pay', deal_status: 'done', deal_result: null, goods_id: id });
      const vip = await customer.post('my_vip');
      assert.deepEqual(Object.keys(vip), ['is_vip', 'vip_until']);
      assert.equal(vip.is_vip, true);
      assert.equal(vip.vip_until, inMonths(textField(order, 'pay_time'), 2));
    });
  });
}

test('the photo on another background and its print sheet state in their metadata what the ordered photo states', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.portrait);
  const order_no = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
  await customer.pay(order_no);
  const order = await customer.orderWhen(order_no, 'done', done);
  const extras = [
    await customer.post('photo_color', { order_no, color: 'blue' }),
    await customer.post('photo_sheet', { order_no, paper: 'four_r', color: 'white' }),
  ];
  for (const url of [order.deal_result, ...extras.map(({ url }) => url)]) {
    const { metadata } = await fetchPicture({ deal_result: url });
    assert.equal(readSourceType(metadata.xmp), 'algorithmicallyEnhanced', String(url));
  }
});

test('an order without `num` is for one month', async () => {
  const customer = createCustomer(client);
  const orderNo = await customer.order('mark_order_vip', 3);
  assertOrder(await customer.fetchOrder(orderNo), { price: 1990 });
});

test('a wrong field is reported with its JSON pointer, and no order is placed', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.old);
  const wrong: readonly [string, Fields, string][] = [
    ['mark_order_yiCunZhao', { goods_id: 2, path, color: 'green' }, '/color'],
    ['mark_order_yiCunZhao', { goods_id: 1, path, color: 'red' }, '/goods_id'],
    ['mark_order_zhaopianshangse', { goods_id: 1, path: 'uploads/nothing.jpg' }, '/path'],
    ['mark_order_zhaopianshangse', { goods_id: 99, path }, '/goods_id'],
    ['mark_order_vip', { goods_id: 3, num: 37 }, '/num'],
  ];
  for (const [operation, parameters, pointer] of wrong) {
    const answer = await customer.call(operation, parameters);
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.fields.code, 'invalid_parameters');
    const errors: unknown[] = Array.isArray(answer.fields.errors) ? answer.fields.errors : [];
    assert.deepEqual(
      errors.map((error) => fieldsOf(error).pointer),
      [pointer],
    );
  }
  assert.equal(customer.token(), null, 'no guest was created');
});

test('the order of an ID photo without a face fails and is refunded automatically', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.noFace);
  const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
  await customer.pay(orderNo);
  const order = await customer.orderWhen(orderNo, 'refunded', ({ status }) => status === 'refund');
  assertOrder(order, { status: 'refund', deal_status: 'fail', deal_result: null });
});
