/** The rate limit of clients, and the key by which each client is counted. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientKey } from '../../../src/http/callers/client-address.ts';
import { clientLimit } from '../../../src/http/callers/client-limit.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

describe('the rate limit', () => {
  it('RateLimit counts down, requests above the limit are 429 with Retry-After, and a new window starts at zero', async () => {
    const { app, clock } = testApp({ requestsPerMinuteMax: 3 });
    for (const left of [2, 1, 0]) {
      const answer = await app.inject(post('/v1/goods_list'));
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['ratelimit-policy'], '"default";q=3;w=60');
      assert.equal(answer.headers.ratelimit, `"default";r=${left};t=60`);
    }
    clock.monotonicMs += 20_000;
    const refused = await app.inject(post('/v1/goods_list'));
    assertProblem(refused, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '40');
    assert.equal(refused.headers.ratelimit, '"default";r=0;t=40');
    clock.monotonicMs += 40_000;
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
    await app.close();
  });

  it('payment notifications, health checks, metrics and pages have no limit', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1 });
    await app.inject(post('/v1/goods_list'));
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 429);
    assert.equal((await app.inject(post('/v1/pay_notify/sandbox'))).statusCode, 200);
    for (const url of ['/health/live', '/metrics', '/', '/docs/errors']) {
      assert.notEqual((await app.inject(url)).statusCode, 429);
    }
    await app.close();
  });

  it('each client has its own count; a trusted proxy reports the client’s address', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1, trustProxy: ['127.0.0.1'] });
    const from = async (address: string, remoteAddress = '127.0.0.1') =>
      (await app.inject({ ...post('/v1/goods_list', {}, { 'x-forwarded-for': address }), remoteAddress }))
        .statusCode;
    assert.equal(await from('203.0.113.1'), 200);
    assert.equal(await from('203.0.113.1'), 429);
    assert.equal(await from('203.0.113.2'), 200);
    assert.equal(await from('203.0.113.3', '198.51.100.7'), 200);
    assert.equal(await from('203.0.113.4', '198.51.100.7'), 429);
    await app.close();
  });

  it('X-Forwarded-For from an untrusted peer is ignored', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1 });
    await app.inject(post('/v1/goods_list', {}, { 'x-forwarded-for': '203.0.113.1' }));
    const answer = await app.inject(post('/v1/goods_list', {}, { 'x-forwarded-for': '203.0.113.2' }));
    assert.equal(answer.statusCode, 429);
    await app.close();
  });

  it('without a limit, responses have no RateLimit headers', async () => {
    const { app } = testApp();
    const { headers } = await app.inject(post('/v1/goods_list'));
    assert.equal(headers.ratelimit, undefined);
    await app.close();
  });
});

describe('the key of a client', () => {
  for (const [address, key] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ] as const) {
    it(`${address} has the key ${key}`, () => assert.equal(clientKey(address), key));
  }
});

describe('the memory of a limiter', () => {
  it('never holds more clients than its limit; the oldest are removed first', () => {
    const limit = clientLimit(1000, 3);
    for (const client of ['a', 'b', 'c', 'd']) limit.count(client, 0);
    assert.equal(limit.peek('a', 0), undefined);
    assert.equal(limit.peek('d', 0)?.count, 1);
    assert.equal(limit.count('b', 1).count, 2);
  });
});
