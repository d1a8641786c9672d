/** The rate limit of clients, and the key by which each client is counted. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientKey } from '../../../src/http/callers/client-address.ts';
import { leakyBuckets } from '../../../src/http/callers/leaky-buckets.ts';
import { createLimitExchange } from '../../../src/http/callers/limit-exchange.ts';
import { builtWebFolder } from '../../../src/http/pages/web-pages.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { silentLog } from '../../support/databases.ts';
import { post } from '../../support/http-forms.ts';
import { rawClient } from '../../support/listening-app.ts';
import { testApp } from '../../support/test-app.ts';

describe('the rate limit', () => {
  it('RateLimit counts down, requests above the limit are 429 with Retry-After, and the limit is restored evenly', async () => {
    const { app, clock } = testApp({ requestsPerMinuteMax: 3 });
    for (const left of [2, 1, 0]) {
      const answer = await app.inject(post('/v1/goods_list'));
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['ratelimit-policy'], '"default";q=3;w=60');
      assert.equal(answer.headers.ratelimit, `"default";r=${left};t=${(3 - left) * 20}`);
    }
    clock.monotonicMs += 5_000;
    const refused = await app.inject(post('/v1/goods_list'));
    assertProblem(refused, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '15');
    assert.equal(refused.headers.ratelimit, '"default";r=0;t=55');
    clock.monotonicMs += 15_000;
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
    assertProblem(await app.inject(post('/v1/goods_list')), 'too_many_requests');
    clock.monotonicMs += 60_000;
    for (const left of [2, 1, 0]) {
      const { headers } = await app.inject(post('/v1/goods_list'));
      assert.match(String(headers.ratelimit), new RegExp(`r=${left};`));
    }
    await app.close();
  });

  it('payment notifications, health checks and metrics have no limit, and pages have a separate limit', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1, webFolder: builtWebFolder });
    await app.inject(post('/v1/goods_list'));
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 429);
    assert.equal((await app.inject(post('/v1/pay_notify/sandbox'))).statusCode, 200);
    for (const url of ['/health/live', '/metrics', '/', '/docs/errors']) {
      assert.notEqual((await app.inject(url)).statusCode, 429);
    }
    await app.close();
  });

  it('each client has its own count; behind a trusted proxy, the client is the address in X-Forwarded-For', async () => {
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

describe('the rate limit of a route', () => {
  const spellings = [
    '/index.php/v1/goods_list',
    '/v1/goods_list',
    '/index.php/v%31/goods_list',
    '/index.php/v1/%67oods_list',
    '/%69ndex.php/v1/goods%5Flist',
    '/index.php/v1/goods_list?x=1',
    '/index.php/v1/goods_list;x',
    '/index.php/v1/goods_list/',
    '/index.php/v1/goods_list.',
    '//index.php/v1/goods_list',
    '/./index.php/v1/goods_list',
    '/INDEX.PHP/v1/goods_list',
    'http://127.0.0.1/index.php/v1/goods_list',
    'http://other.example/index.php/v%31/goods_list',
    '/nothing/here',
  ];
  const { app } = testApp({ requestsPerMinuteMax: 1, trustProxy: true });
  let port = 0;
  before(async () => {
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  after(() => app.close());
  for (const [index, target] of spellings.entries()) {
    it(`applies to the request target ${target.slice(0, 60)}`, async (t) => {
      const client = rawClient(t, port);
      const ask = `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nX-Forwarded-For: 203.0.113.${index}\r\n`;
      client.socket.write(`${ask}\r\n${ask}Connection: close\r\n\r\n`);
      const answer = await client.closed();
      assert.doesNotMatch(answer, /^HTTP\/1\.1 429/);
      assert.match(answer, /HTTP\/1\.1 429 [\s\S]*retry-after: 60/);
    });
  }

  for (const url of ['/%', '/%ff%zz', `/icons/${'x'.repeat(600)}`]) {
    it(`applies to the URL ${url.slice(0, 60)}, which the router cannot decode`, async () => {
      const { app } = testApp({ requestsPerMinuteMax: 1 });
      assert.notEqual((await app.inject(url)).statusCode, 429);
      assertProblem(await app.inject(url), 'too_many_requests');
      await app.close();
    });
  }

  it('applies to a path of the console that is written in percent-encoding', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1 });
    assertProblem(await app.inject('/%61dmin/api/session'), 'unauthenticated');
    assertProblem(await app.inject('/%61dmin/api/session'), 'too_many_requests');
    await app.close();
  });

  it('depends on the route and not on the spelling of the URL, and so does the header Cache-Control: no-store', async () => {
    const { app } = testApp();
    const answer = await app.inject(post('/index.php/v%31/my_orders'));
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    await app.close();
  });
});

describe('the quotas of calls that cost more', () => {
  const order = () => post('/v1/mark_order_vip', { goods_id: 3 });

  it('orders have a quarter of the client’s limit, the headers report both limits, and reads stay possible', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 8 });
    for (const left of [1, 0]) {
      const { headers, statusCode } = await app.inject(order());
      assert.equal(statusCode, 200);
      assert.equal(headers['ratelimit-policy'], '"default";q=8;w=60, "order";q=2;w=60');
      const [defaultS, orderS] = left === 1 ? [8, 30] : [15, 60];
      assert.equal(headers.ratelimit, `"default";r=${left + 6};t=${defaultS}, "order";r=${left};t=${orderS}`);
    }
    const refused = await app.inject(order());
    assertProblem(refused, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '30');
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
    await app.close();
  });

  it('uploads and work on pictures together have a quarter of the client’s limit', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 8 });
    const check = post('/v1/check_photo', { goods_id: 1, path: 'p' });
    await app.inject(post('/v1/ext_upload'));
    assert.equal((await app.inject(check)).statusCode, 200);
    assertProblem(await app.inject(check), 'too_many_requests');
    assertProblem(await app.inject(post('/v1/ext_upload')), 'too_many_requests');
    await app.close();
  });

  it('sign-ins have a twentieth of the client’s limit', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 20 });
    const signIn = () => app.inject(post('/admin/api/session', { name: 'a', password: 'b' }));
    assertProblem(await signIn(), 'forbidden');
    assertProblem(await signIn(), 'too_many_requests');
    await app.close();
  });

  it('pages have five times the client’s limit and do not count as calls', async () => {
    const { app } = testApp({ requestsPerMinuteMax: 1 });
    for (let i = 0; i < 5; i++) assert.equal((await app.inject('/docs/errors')).statusCode, 200);
    assertProblem(await app.inject('/%64ocs/errors'), 'too_many_requests');
    assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
    await app.close();
  });

  it('guests of all addresses together may place five times the orders of one client, and signed-in users can still order', async () => {
    const { app, clock, fake } = testApp({ requestsPerMinuteMax: 4, trustProxy: true });
    fake.script({
      identify: async ({ bearer }) =>
        bearer === undefined
          ? { kind: 'anonymous' }
          : { kind: bearer === 'user' ? 'user' : 'guest', userId: 3 },
    });
    let sent = 0;
    const from = (headers: Record<string, string>) => {
      sent += 1;
      const client = { 'x-forwarded-for': `203.0.113.${sent}` };
      return app.inject(post('/v1/mark_order_vip', { goods_id: 3 }, { ...client, ...headers }));
    };
    for (let i = 0; i < 10; i++) {
      assert.equal((await from({})).statusCode, 200);
      assert.equal((await from({ authorization: 'Bearer guest' })).statusCode, 200);
    }
    clock.monotonicMs += 1_000;
    for (const headers of [{}, { authorization: 'Bearer guest' }]) {
      const refused = await from(headers);
      assertProblem(refused, 'unavailable');
      assert.equal(refused.headers['retry-after'], '2');
    }
    assert.equal((await from({ authorization: 'Bearer user' })).statusCode, 200);
    clock.monotonicMs += 2_000;
    assert.equal((await from({})).statusCode, 200);
    await app.close();
  });
});

describe('a step of the wall clock', () => {
  for (const stepMs of [-3_600_000, 3_600_000]) {
    it(`of ${stepMs} ms neither delays the restoration of a client’s limit nor restores it early`, async () => {
      const { app, clock } = testApp({ requestsPerMinuteMax: 1 });
      await app.inject(post('/v1/goods_list'));
      clock.nowMs += stepMs;
      const refused = await app.inject(post('/v1/goods_list'));
      assertProblem(refused, 'too_many_requests');
      assert.equal(refused.headers['retry-after'], '60');
      clock.monotonicMs += 60_000;
      assert.equal((await app.inject(post('/v1/goods_list'))).statusCode, 200);
      await app.close();
    });
  }
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
    it(`at the address ${address} is ${key}`, () => assert.equal(clientKey(address), key));
  }
});

describe('the memory of a limiter', () => {
  const limiter = () =>
    leakyBuckets(
      { name: 'any', max: 2, windowMs: 1000, clientsMax: 3 },
      createLimitExchange(null, silentLog),
      () => 0,
    );

  it('never holds more clients than its maximum; the client whose last call is the longest ago is removed first', () => {
    const limit = limiter();
    for (const client of ['a', 'b', 'a', 'c', 'd']) limit.takeNow(client, 1);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((client) => limit.look(client).left),
      [0, 2, 1, 1],
    );
  });

  it('a client that is refused stays refused, however often it calls', () => {
    const limit = limiter();
    for (let call = 0; call < 10; call++) limit.takeNow('a', 1);
    assert.equal(limit.takeNow('a', 1).isTaken, false);
    assert.equal(limit.takeNow('a', 1).waitMs, 500);
  });
});
