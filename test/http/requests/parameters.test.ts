/** How parameters of requests are read and refused. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { AppError } from '../../../src/domain/errors.ts';
import { parameterValidator } from '../../../src/http/requests/parameters.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { encodings, post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

describe('numbers', () => {
  const { app } = testApp();
  after(() => app.close());
  const statusOf = async (goodsId: unknown) =>
    (await app.inject(post('/v1/mark_order_vip', { goods_id: goodsId }))).statusCode;

  for (const taken of [3, '3', '03', 3.0, '999999999999999', 9007199254740991, '9007199254740991']) {
    it(`${JSON.stringify(taken)} is accepted as an integer`, async () =>
      assert.equal(await statusOf(taken), 200));
  }
  const refused = [
    '1e3',
    ' 5',
    '5 ',
    '',
    '+5',
    '5.0',
    '0x5',
    '५',
    '1_000',
    'NaN',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999',
    '00000000000000003',
    '-0',
    '-1',
    0,
  ];
  for (const wrong of [...refused, 1.5, 9007199254740992, true, false, [3], { id: 3 }, []]) {
    it(`${JSON.stringify(wrong)} is refused as the value of goods_id (422)`, async () =>
      assert.equal(await statusOf(wrong), 422));
  }
  it('an inviter above 2^53 − 1 is refused with the same error in every encoding, which says the limit', async () => {
    const max = Number.MAX_SAFE_INTEGER;
    for (const { headers, payload } of encodings({ goods_id: 3, from_user_id: max + 1 })) {
      const answer = await app.inject({ method: 'POST', url: '/v1/mark_order_vip', headers, payload });
      const [error] = assertProblem(answer, 'invalid_parameters').errors ?? [];
      const { pointer, code, params } = error ?? {};
      assert.deepEqual([pointer, code, params], ['/from_user_id', 'integer_range', { min: 1, max }]);
    }
  });
  it('a JSON null counts as missing', async () => assert.equal(await statusOf(null), 422));
});

describe('hostile objects', () => {
  const { app, fake } = testApp();
  after(() => app.close());
  const sent = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/mark_order_vip',
      headers: { 'content-type': 'application/json' },
      payload,
    });

  it('__proto__, constructor and prototype are ignored and change nothing', async () => {
    const answer = await sent(
      '{"goods_id":3,"__proto__":{"num":9,"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    assert.equal(answer.statusCode, 200, answer.body);
    assert.ok(!('polluted' in {}));
    const [call] = fake.callsOf('placeOrder')[0] ?? [];
    assert.ok(typeof call === 'object' && call !== null && 'details' in call);
    assert.deepEqual(call.details, { num: 1 });
  });
  it('a parameter that only the object’s prototype has counts as missing', async () => {
    assert.equal((await sent('{"__proto__":{"goods_id":3}}')).statusCode, 422);
  });
  it('__proto__ in a form or multipart body changes nothing', async () => {
    for (const { headers, payload } of encodings({ goods_id: 3, __proto: 1 })) {
      const hostile = payload.replaceAll('__proto', '__proto__');
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/mark_order_vip',
        headers,
        payload: hostile,
      });
      assert.equal(answer.statusCode, 200, answer.body);
    }
    assert.ok(!('polluted' in {}));
  });
  it('deep nesting is accepted or refused, and never 500', async () => {
    const answer = await sent(`{"goods_id":3,"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    assert.ok(answer.statusCode < 500, answer.body);
  });
  it('a form of 64 fields is read completely, and one with more fields is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [others, status] of [
      ['a=1&'.repeat(63), 200],
      ['a=1&'.repeat(64), 400],
      ['a=1&'.repeat(2000), 400],
      // Nothing between two separators is not a field.
      ['&'.repeat(2000), 200],
      [`&&${'a=1&&'.repeat(63)}`, 200],
      [`&&${'a=1&&'.repeat(64)}`, 400],
    ] as const) {
      const payload = `${others}goods_id=3`;
      const answer = await app.inject({ method: 'POST', url: '/v1/mark_order_vip', headers, payload });
      assert.equal(answer.statusCode, status, answer.body);
    }
  });
  it('a form or multipart body of 64 fields is accepted, and one of 65 is refused with the limit', async () => {
    for (const [count, status] of [
      [64, 200],
      [65, 400],
    ] as const) {
      const others = Array.from({ length: count - 1 }, (_, index) => [`f${index}`, 1]);
      // A JSON body has no limit of its own for fields, but that of its size.
      const [, ...limited] = encodings({ ...Object.fromEntries(others), goods_id: 3 });
      assert.equal(limited.length, 2);
      for (const { headers, payload } of limited) {
        const answer = await app.inject({ method: 'POST', url: '/v1/mark_order_vip', headers, payload });
        assert.equal(answer.statusCode, status, answer.body);
        if (status === 400) {
          assert.equal(
            assertProblem(answer, 'malformed_request').detail,
            'The body has more than 64 fields.',
          );
        }
      }
    }
  });
});

describe('a compressed body', () => {
  it('is refused with 415 in every encoding, instead of being read as a form without fields', async (t) => {
    const { app } = testApp();
    t.after(() => app.close());
    for (const { headers, payload } of encodings({ withdraw: 1 })) {
      const sent = (coding: string, body: string | Buffer, url = '/v1/face_consent') =>
        app.inject({
          method: 'POST',
          url,
          headers: { ...headers, 'content-encoding': coding },
          payload: body,
        });
      const refused = await sent('gzip', gzipSync(payload));
      assert.equal(
        assertProblem(refused, 'unsupported_media_type').detail,
        'Send the body without compression.',
      );
      assert.equal(refused.headers['accept-encoding'], 'identity');
      assert.equal((await sent('Identity', payload)).statusCode, 200);
      assert.equal((await sent('gzip', '')).statusCode, 200);
      assertProblem(await sent('gzip', gzipSync(payload), '/v1/ext_upload'), 'unsupported_media_type');
    }
  });
});

describe('lists of objects', () => {
  const item = Type.Object({
    title: Type.String({ maxLength: 5 }),
    price: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
  });
  const schema = Type.Object({ goods: Type.Array(item, { maxItems: 200 }) });
  const judge = parameterValidator({ schema, method: 'POST', url: '/' });
  const wrong = (goods: unknown) => {
    const result = judge({ goods });
    assert.ok(typeof result === 'object' && 'error' in result && result.error instanceof AppError);
    assert.equal(result.error.code, 'invalid_parameters');
    return { message: result.error.message, pointers: result.error.fields.map(({ pointer }) => pointer) };
  };

  it('each object is read by its schema, without its unknown fields', () => {
    const goods = JSON.parse(
      '[{"title":"a","price":"7","more":1},{"title":"b","price":null,"__proto__":{}}]',
    );
    assert.deepEqual(judge({ goods }), { value: { goods: [{ title: 'a', price: 7 }, { title: 'b' }] } });
  });
  it('every wrong field is named by the position of its object', () => {
    const { message, pointers } = wrong([{ title: 'a' }, { price: -1 }, 7, [], null]);
    assert.deepEqual(pointers, ['/goods/1/title', '/goods/1/price', '/goods/2', '/goods/3', '/goods/4']);
    assert.match(message, /^goods\/1\/title is missing; goods\/1\/price must be an integer from 0 to 9; /);
  });
  it('a list that is too long, or no list, is refused as a whole', () => {
    for (const raw of [Array.from({ length: 201 }, () => ({ title: '' })), {}, 'x']) {
      assert.deepEqual(wrong(raw).pointers, ['/goods']);
    }
  });
  it('at most 100 wrong fields are reported', () => {
    assert.equal(wrong(Array.from({ length: 200 }, () => ({}))).pointers.length, 100);
  });
});

describe('the validator of a schema', () => {
  it('an app whose schema has a list without a maximum length does not start', () => {
    const schema = Type.Object({ ids: Type.Array(Type.Integer()) });
    assert.throws(() => parameterValidator({ schema, method: 'POST', url: '/' }), /ids: no bound/);
  });
  it('an app whose schema has an unsupported keyword does not start', () => {
    const schema = Type.Object({ name: Type.String({ pattern: '^a' }) });
    assert.throws(() => parameterValidator({ schema, method: 'POST', url: '/' }), /pattern is not known/);
  });
});
