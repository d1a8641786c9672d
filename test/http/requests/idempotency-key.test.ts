/** The `Idempotency-Key` header of every operation that accepts one. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import type { PlaceOrderCall } from '../../../src/usecases/service.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { encodings, post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const key = { 'idempotency-key': '3f0f7c1e-89aa-4b0e' };

for (const [operation, call, name] of [
  ['pay_order', 'payOrders', 'order_no'],
  ['pay_orders', 'payOrders', 'order_nos'],
  ['refund_order', 'refundOrder', 'order_no'],
] as const) {
  describe(`${operation} with an Idempotency-Key`, () => {
    it('a repeated call runs once and returns the stored bytes, marked as replayed', async () => {
      const { app, fake } = testApp();
      const first = await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key));
      const again = await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key));
      assert.equal(first.statusCode, 200);
      assert.equal(again.body, first.body);
      assert.equal(again.headers['content-type'], first.headers['content-type']);
      assert.equal(first.headers['idempotent-replayed'], undefined);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal(fake.callsOf(call).length, 1);
      await app.close();
    });

    it('the same key with other parameters is 422', async () => {
      const { app } = testApp();
      await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key));
      assertProblem(
        await app.inject(post(`/v1/${operation}`, { [name]: 'B' }, key)),
        'idempotency_key_reused',
      );
      await app.close();
    });

    it('after a failed call, its key can be used again', async () => {
      const { app, fake } = testApp();
      fake.script({
        [call]: async () => {
          throw new AppError('illegal_transition', 'No.');
        },
      });
      assertProblem(await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key)), 'illegal_transition');
      assertProblem(await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key)), 'illegal_transition');
      assert.equal(fake.callsOf(call).length, 2);
      await app.close();
    });

    it('a repeated call is 409 while the first one is running', async () => {
      const { app, fake } = testApp();
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      fake.script({
        [call]: async () => {
          await gate;
          throw new AppError('unavailable', 'Later.');
        },
      });
      const first = app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key));
      while (fake.callsOf(call).length === 0) await new Promise(setImmediate);
      assertProblem(await app.inject(post(`/v1/${operation}`, { [name]: 'A' }, key)), 'request_in_flight');
      release();
      assert.equal((await first).statusCode, 503);
      await app.close();
    });
  });
}

describe('an order with an Idempotency-Key', () => {
  it('passes the key and a hash of the body to the use case, and the hash is the same in every encoding', async () => {
    const { app, fake } = testApp();
    const hashes = new Set<string | undefined>();
    fake.script({
      placeOrder: async (call: PlaceOrderCall) => {
        assert.equal(call.idempotency?.key, key['idempotency-key']);
        hashes.add(call.idempotency?.bodyHash);
        return { orderNo: 'A', guestToken: null, replayed: false };
      },
    });
    for (const { headers, payload } of encodings({ num: 2, goods_id: 3 })) {
      await app.inject({
        method: 'POST',
        url: '/v1/mark_order_vip',
        headers: { ...headers, ...key },
        payload,
      });
    }
    assert.equal(hashes.size, 1);
    await app.inject(post('/v1/mark_order_vip', { num: 3, goods_id: 3 }, key));
    assert.equal(hashes.size, 2);
    await app.close();
  });

  it('marks a repeated response as replayed and contains the guest’s token again', async () => {
    const { app, fake } = testApp();
    fake.script({ placeOrder: async () => ({ orderNo: 'A', guestToken: 'g1.again', replayed: true }) });
    const answer = await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }, key));
    assert.equal(answer.headers['idempotent-replayed'], 'true');
    assert.equal(answer.headers['x-user-token'], 'g1.again');
    await app.close();
  });

  for (const wrong of ['', 'with blank', 'ключ', 'x'.repeat(256)]) {
    it(`refuses the key ${JSON.stringify(wrong.slice(0, 20))}`, async () => {
      const { app } = testApp();
      const headers = { 'idempotency-key': Buffer.from(wrong).toString('latin1') };
      const problem = assertProblem(
        await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }, headers)),
        'invalid_parameters',
      );
      assert.equal(problem.errors?.[0]?.pointer, '/Idempotency-Key');
      await app.close();
    });
  }
});
