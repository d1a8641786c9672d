/** Errors of use cases and of the HTTP layer as problems (RFC 9457). */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { AppError, type ErrorCode, errorCatalogue } from '../../../src/domain/errors.ts';
import type { Phase } from '../../../src/http/app-options.ts';
import type { Service } from '../../../src/usecases/service.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { slotLimits, testApp } from '../../support/test-app.ts';

interface Case {
  readonly operation: string;
  readonly parameters: object;
  readonly call: keyof Service;
  readonly codes: readonly ErrorCode[];
}

const readOrder: readonly ErrorCode[] = ['unknown_order', 'unavailable', 'unauthenticated'];
const actOnOrder: readonly ErrorCode[] = [...readOrder, 'illegal_transition'];

const cases: readonly Case[] = [
  { operation: 'goods_list', parameters: {}, call: 'listGoods', codes: ['unavailable'] },
  {
    operation: 'mark_order_zhaopianshangse',
    parameters: { goods_id: 1, path: 'p' },
    call: 'placeOrder',
    codes: [
      'invalid_parameters',
      'upload_expired',
      'request_in_flight',
      'idempotency_key_reused',
      'unavailable',
    ],
  },
  {
    operation: 'mark_order_yiCunZhao',
    parameters: { goods_id: 1, path: 'p', color: 'blue' },
    call: 'placeOrder',
    codes: ['invalid_parameters', 'upload_expired'],
  },
  {
    operation: 'mark_order_vip',
    parameters: { goods_id: 3 },
    call: 'placeOrder',
    codes: ['invalid_parameters'],
  },
  { operation: 'fetch_order', parameters: { order_no: 'A' }, call: 'fetchOrder', codes: readOrder },
  {
    operation: 'pay_order',
    parameters: { order_no: 'A' },
    call: 'payOrders',
    codes: [...actOnOrder, 'payment_provider_failed', 'too_many_requests'],
  },
  {
    operation: 'pay_orders',
    parameters: { order_nos: 'A,B' },
    call: 'payOrders',
    codes: [...actOnOrder, 'payment_provider_failed', 'too_many_requests'],
  },
  { operation: 'cancel_order', parameters: { order_no: 'A' }, call: 'cancelOrder', codes: actOnOrder },
  {
    operation: 'refund_order',
    parameters: { order_no: 'A' },
    call: 'refundOrder',
    codes: [...actOnOrder, 'forbidden'],
  },
  { operation: 'my_orders', parameters: {}, call: 'myOrders', codes: ['unauthenticated'] },
  { operation: 'my_vip', parameters: {}, call: 'myVip', codes: ['unauthenticated'] },
  {
    operation: 'pay_notify/nobody',
    parameters: {},
    call: 'receiveNotification',
    codes: ['unknown_operation'],
  },
];

describe('an error of a use case', () => {
  const { app, fake } = testApp();
  after(() => app.close());
  for (const { operation, parameters, call, codes } of cases) {
    for (const code of codes) {
      it(`${operation}: ${code} is ${errorCatalogue[code].status}`, async () => {
        fake.script({
          [call]: async () => {
            throw new AppError(code, 'A public sentence.', {
              retryAfterS: 7,
              cause: new Error('secret inside'),
            });
          },
        });
        const answer = await app.inject(post(`/v1/${operation}`, parameters));
        const problem = assertProblem(answer, code);
        assert.equal(problem.detail, 'A public sentence.');
        assert.equal(answer.headers['retry-after'], '7');
        assert.ok(!answer.body.includes('secret inside'));
      });
    }
    it(`${operation}: an unexpected error is 500, and only the log contains its cause`, async () => {
      fake.script({
        [call]: async () => {
          throw new Error('SELECT * FROM secrets failed at /src/x.ts:1');
        },
      });
      const answer = await app.inject(post(`/v1/${operation}`, parameters));
      assertProblem(answer, 'internal');
      assert.ok(!answer.body.includes('SELECT'));
    });
  }
});

it('the response to an error contains its reason beside its code', async () => {
  const { app, fake } = testApp();
  fake.script({
    cancelOrder: async () => {
      throw new AppError('illegal_transition', 'The order has no payment.', { reason: 'nothing_paid' });
    },
  });
  const answer = await app.inject(post('/v1/cancel_order', { order_no: 'A' }));
  assert.equal(assertProblem(answer, 'illegal_transition').reason, 'nothing_paid');
  await app.close();
});

it('the response lists each wrong field with an error code and with the limits of the field', async () => {
  const { app } = testApp();
  const answer = await app.inject(post('/v1/mark_order_vip', { num: 37 }));
  const { errors } = assertProblem(answer, 'invalid_parameters');
  assert.deepEqual(errors, [
    { pointer: '/goods_id', code: 'missing', detail: 'is missing' },
    {
      pointer: '/num',
      code: 'integer_range',
      params: { min: 1, max: 36 },
      detail: 'must be an integer from 1 to 36',
    },
  ]);
  await app.close();
});

describe('a request that the HTTP layer refuses', () => {
  const { app, lines } = testApp({ limits: { bodySizeBytesMax: 1000 } });
  after(() => app.close());
  const json = { 'content-type': 'application/json' };
  const raw = (payload: string, headers: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: '/v1/fetch_order', payload, headers });

  for (const payload of ['{', '{"order_no":}', 'order_no=A', '"text"', '[1]', '7', 'true']) {
    it(`the JSON body ${payload} is malformed (400)`, async () => {
      assertProblem(await raw(payload), 'malformed_request');
    });
  }
  it('a multipart body without a boundary is malformed (400)', async () => {
    assertProblem(await raw('x', { 'content-type': 'multipart/form-data' }), 'malformed_request');
  });
  for (const type of ['text/plain', 'application/xml', 'nonsense', 'image/jpeg']) {
    it(`a body of type ${type} is 415`, async () => {
      assertProblem(await raw('order_no=A', { 'content-type': type }), 'unsupported_media_type');
    });
  }
  it('a body without a type is 415', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/fetch_order', payload: Buffer.from('x') });
    assertProblem(answer, 'unsupported_media_type');
  });
  it('a body above the limit is 413 in every encoding', async () => {
    const long = 'x'.repeat(2000);
    assertProblem(await raw(JSON.stringify({ order_no: long })), 'body_too_large');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assertProblem(await raw(`order_no=${long}`, form), 'body_too_large');
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    assertProblem(await raw(`--b\r\n${long}`, multipart), 'body_too_large');
  });
  for (const url of [
    '/v1/mark_order_wedding',
    '/index.php/v1/',
    '/v1',
    '/nothing',
    '/v1/goods_list/x',
    '/V1/goods_list',
  ]) {
    it(`${url} is an unknown operation (404)`, async () => {
      assertProblem(await app.inject(post(url)), 'unknown_operation');
    });
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    it(`${method} on an operation is 405, and Allow lists POST`, async () => {
      const answer = await app.inject({ method, url: '/v1/fetch_order?order_no=A' });
      const problem = assertProblem(answer, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'POST');
      assert.equal(problem.instance, '/v1/fetch_order');
    });
  }
  it('POST on a page or a download is 405, and Allow lists GET and HEAD', async () => {
    for (const url of ['/files/a/b', '/', '/health/live']) {
      const answer = await app.inject(post(url));
      assertProblem(answer, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'GET, HEAD');
    }
  });
  it('errors of clients are not logged as errors of the service', () => {
    assert.deepEqual(
      lines.filter(({ level }) => level !== 'info'),
      [],
    );
  });
});

describe('wrong fields (422)', () => {
  const { app, fake } = testApp();
  after(() => app.close());
  const tables: readonly (readonly [string, object, readonly string[]])[] = [
    ['mark_order_zhaopianshangse', {}, ['/goods_id', '/path']],
    ['mark_order_yiCunZhao', { goods_id: 1, path: 'p' }, ['/color']],
    ['mark_order_yiCunZhao', { goods_id: 1, path: 'p', color: 'green' }, ['/color']],
    ['mark_order_yiCunZhao', { goods_id: 1, path: 'p', color: 'Blue' }, ['/color']],
    ['mark_order_yiCunZhao', { goods_id: 0, path: '', color: '' }, ['/goods_id', '/path', '/color']],
    ['mark_order_vip', { num: 1 }, ['/goods_id']],
    ['mark_order_vip', { goods_id: 3, num: 0 }, ['/num']],
    ['mark_order_vip', { goods_id: 3, num: 37 }, ['/num']],
    ['mark_order_vip', { goods_id: 3, from_user_id: -1 }, ['/from_user_id']],
    ['fetch_order', {}, ['/order_no']],
    ['fetch_order', { order_no: 'x'.repeat(65) }, ['/order_no']],
    ['fetch_order', { order_no: ['A', 'B'] }, ['/order_no']],
    ['fetch_order', { order_no: 'a\u0000b' }, ['/order_no']],
    ['fetch_order', { order_no: { $ne: '' } }, ['/order_no']],
    ['pay_order', { order_no: '' }, ['/order_no']],
    ['cancel_order', {}, ['/order_no']],
    ['refund_order', { order_no: 'A', reason: 'x'.repeat(201) }, ['/reason']],
    ['my_orders', { limit: 0 }, ['/limit']],
    ['my_orders', { limit: 101, before: 0 }, ['/before', '/limit']],
  ];
  for (const [operation, parameters, pointers] of tables) {
    it(`${operation} ${JSON.stringify(parameters).slice(0, 60)} points at ${pointers.join(' ')}`, async () => {
      const problem = assertProblem(
        await app.inject(post(`/v1/${operation}`, parameters)),
        'invalid_parameters',
      );
      assert.deepEqual(
        problem.errors?.map(({ pointer }) => pointer),
        pointers,
      );
    });
  }
  it('a call with wrong fields never reaches a use case', () => {
    assert.deepEqual(fake.calls, []);
  });
});

describe('while starting and stopping', () => {
  for (const phase of ['starting', 'stopping'] as const satisfies readonly Phase[]) {
    it(`${phase}: operations are 503 with Retry-After, and health checks and metrics still answer`, async () => {
      const { app } = testApp({ phase: () => phase });
      for (const url of ['/v1/goods_list', '/v1/nothing', '/v1/ext_upload']) {
        const answer = await app.inject(post(url));
        assertProblem(answer, 'unavailable');
        assert.ok(Number(answer.headers['retry-after']) > 0);
      }
      assert.equal((await app.inject('/health/live')).statusCode, 200);
      const ready = await app.inject('/health/ready');
      assert.equal(ready.statusCode, 503);
      assert.equal(ready.json().reason, phase);
      assert.equal((await app.inject('/metrics')).statusCode, 200);
      await app.close();
    });
  }
});

describe('overload', () => {
  it('requests above the limit of concurrent requests are 503, and later requests succeed', async () => {
    const { app, fake } = testApp({ limits: slotLimits({ shop: { max: 2, perClientMax: 3 } }) });
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.script({ listGoods: () => gate.then(() => []) });
    const held = [app.inject(post('/v1/goods_list')), app.inject(post('/v1/goods_list'))];
    while (fake.callsOf('listGoods').length < 2) await new Promise(setImmediate);
    const refused = await app.inject(post('/v1/goods_list'));
    assertProblem(refused, 'unavailable');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await app.inject('/health/live')).statusCode, 200);
    release();
    for (const answer of await Promise.all(held)) assert.equal(answer.statusCode, 200);
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
    await app.close();
  });
});
