/** Operations of the client API: body encodings, values that reach the use cases, and responses. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PlaceOrderCall } from '../../src/usecases/service.ts';
import { fakeNow, fakeView } from '../support/fake-service.ts';
import { encodings, type Parameters, post } from '../support/http-forms.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const operations: Readonly<Record<string, Parameters>> = {
  goods_list: {},
  mark_order_zhaopianshangse: { goods_id: 1, path: 'uploads/照片 1' },
  mark_order_yiCunZhao: { goods_id: 2, path: 'uploads/a', color: 'red' },
  mark_order_vip: { goods_id: 3, num: 12, from_user_id: 9007199254740991 },
  fetch_order: { order_no: 'ORDER1' },
  order_details: { order_no: 'ORDER1' },
  report_problem: {
    order_no: 'ORDER1',
    reason: 'outline',
    note: '耳朵',
    area_left: 1,
    area_top: 2,
    area_width: 3,
    area_height: 4,
  },
  order_problems: { order_no: 'ORDER1' },
  order_email: { order_no: 'ORDER1' },
  set_order_email: { order_no: 'ORDER1', email: 'ann@example.com', language: 'zh' },
  remove_order_email: { order_no: 'ORDER1' },
  my_orders: { before: 9, limit: 2 },
  my_vip: {},
  face_consent: { version: 1 },
  pay_order: { order_no: 'ORDER1', provider: 'sandbox', channel: 'page' },
  cancel_order: { order_no: 'ORDER1' },
  refund_order: { order_no: 'ORDER1', reason: '不要了' },
};

describe('every operation', () => {
  let test: TestApp;
  before(() => {
    test = testApp();
  });
  after(() => test.app.close());

  for (const [name, parameters] of Object.entries(operations)) {
    for (const prefix of ['/index.php/v1', '/v1']) {
      for (const { name: encoding, headers, payload } of encodings(parameters)) {
        it(`${prefix}/${name} accepts ${encoding} and answers 200 with the result as the body, without an envelope`, async () => {
          const answer = await test.app.inject({
            method: 'POST',
            url: `${prefix}/${name}`,
            headers,
            payload,
          });
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
          assert.equal(answer.headers['cache-control'], 'no-store');
          assert.match(String(answer.headers['x-request-id']), /^[0-9a-f]{12}-[0-9a-z]+$/);
          const value = answer.json();
          for (const envelope of ['code', 'data', 'msg']) assert.ok(!(envelope in value));
        });
      }
    }
  }

  it('the use case receives the same values in every encoding', async () => {
    const sent = operations.mark_order_vip ?? {};
    const seen: PlaceOrderCall[] = [];
    test.fake.script({
      placeOrder: async (call) => {
        seen.push(call);
        return { orderNo: 'ORDER1', guestToken: null, replayed: false };
      },
    });
    for (const { headers, payload } of encodings(sent)) {
      await test.app.inject({ method: 'POST', url: '/v1/mark_order_vip', headers, payload });
    }
    assert.equal(seen.length, 3);
    for (const call of seen) {
      assert.equal(call.goodsId, 3);
      assert.equal(call.fromUserId, 9007199254740991);
      assert.deepEqual(call.details, { num: 12 });
    }
  });
});

describe('empty bodies', () => {
  const { app } = testApp();
  after(() => app.close());
  const labels = [
    undefined,
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain;charset=UTF-8',
    'multipart/form-data; boundary=edge',
    'multipart/form-data',
  ];
  for (const operation of ['goods_list', 'my_orders', 'my_vip']) {
    for (const label of labels) {
      it(`${operation} needs no body (Content-Type: ${label})`, async () => {
        const headers = label === undefined ? {} : { 'content-type': label };
        const answer = await app.inject({ method: 'POST', url: `/v1/${operation}`, headers });
        assert.equal(answer.statusCode, 200, answer.body);
      });
    }
  }
  it('a body of JSON null counts as an empty body', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/v1/my_vip', headers, payload: 'null' });
    assert.equal(answer.statusCode, 200);
  });
});

describe('order operations', () => {
  it('respond with a body that contains only `order_no`', async () => {
    const { app } = testApp();
    const answer = await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }));
    assert.equal(answer.body, '{"order_no":"ORDER1"}');
    await app.close();
  });

  it('use 1 as the number of months if num is missing', async () => {
    const { app, fake } = testApp();
    await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }));
    const [call] = fake.callsOf('placeOrder')[0] ?? [];
    assert.ok(typeof call === 'object' && call !== null && 'details' in call);
    assert.deepEqual(call.details, { num: 1 });
    await app.close();
  });

  it('ignore unknown parameters', async () => {
    const { app, fake } = testApp();
    const answer = await app.inject(
      post('/v1/mark_order_vip', { goods_id: 3, color: 'pink', price: 1, functName: 'x' }),
    );
    assert.equal(answer.statusCode, 200);
    const [call] = fake.callsOf('placeOrder')[0] ?? [];
    assert.ok(typeof call === 'object' && call !== null && 'details' in call);
    assert.deepEqual(call.details, { num: 1 });
    await app.close();
  });
});

describe('my_orders', () => {
  it('`before` is the cursor of the next page, and null on the last page', async () => {
    const { app, fake } = testApp();
    fake.script({
      myOrders: async (_caller, _before, limit) => [9, 8, 7].slice(0, limit).map((id) => fakeView({ id })),
    });
    const first = (await app.inject(post('/v1/my_orders', { limit: 2 }))).json();
    assert.deepEqual(
      first.orders.map((order: { id: number }) => order.id),
      [9, 8],
    );
    assert.equal(first.before, 8);
    const all = (await app.inject(post('/v1/my_orders', { limit: 3 }))).json();
    assert.equal(all.orders.length, 3);
    assert.equal(all.before, null);
    await app.close();
  });
});

describe('my_vip', () => {
  it('the end of the membership is in the shop’s time zone', async () => {
    const { app, fake } = testApp();
    fake.script({ myVip: async () => ({ active: true, memberUntil: fakeNow }) });
    const answer = await app.inject(post('/v1/my_vip'));
    assert.deepEqual(answer.json(), { is_vip: true, vip_until: '2026-11-02 09:30:00' });
    await app.close();
  });
});

describe('pay_order', () => {
  it('the response has the provider’s client data at the top level', async () => {
    const { app, fake } = testApp();
    const clientData = {
      timeStamp: '1',
      nonceStr: 'n',
      package: 'prepay_id=1',
      signType: 'RSA',
      paySign: 's',
    };
    fake.script({ payOrders: async () => ({ kind: 'opened', clientData }) });
    assert.deepEqual((await app.inject(post('/v1/pay_order', { order_no: 'A' }))).json(), clientData);
    await app.close();
  });

  it('the response to paying a free order says that the order is paid', async () => {
    const { app, fake } = testApp();
    fake.script({ payOrders: async () => ({ kind: 'free' }) });
    assert.deepEqual((await app.inject(post('/v1/pay_order', { order_no: 'A' }))).json(), { status: 'pay' });
    await app.close();
  });
});

describe('pay_notify', () => {
  it('the use case receives the raw bytes and the headers for every content type, and its response is sent unchanged', async () => {
    const { app, fake } = testApp();
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x22, 0x0a]);
    fake.script({
      receiveNotification: async () => ({
        answer: { status: 400, contentType: 'application/xml', body: '<no/>' },
        outcome: 'signature',
      }),
    });
    for (const type of ['application/json', 'text/xml', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, 'wechatpay-signature': 'abc' };
      const answer = await app.inject({
        method: 'POST',
        url: '/index.php/v1/pay_notify/wechat',
        headers,
        payload: bytes,
      });
      assert.equal(answer.statusCode, 400);
      assert.equal(answer.headers['content-type'], 'application/xml');
      assert.equal(answer.body, '<no/>');
    }
    for (const [provider, notification] of fake.callsOf('receiveNotification')) {
      assert.equal(provider, 'wechat');
      assert.ok(
        typeof notification === 'object' &&
          notification !== null &&
          'body' in notification &&
          'headers' in notification,
      );
      assert.deepEqual(notification.body, bytes);
      assert.ok(
        typeof notification.headers === 'object' &&
          notification.headers !== null &&
          'wechatpay-signature' in notification.headers,
      );
      assert.equal(notification.headers['wechatpay-signature'], 'abc');
    }
    await app.close();
  });

  it('accepts a notification without a body and content type', async () => {
    const { app } = testApp();
    assert.equal((await app.inject({ method: 'POST', url: '/v1/pay_notify/sandbox' })).body, 'success');
    await app.close();
  });
});
