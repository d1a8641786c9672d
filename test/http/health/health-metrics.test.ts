/** Health checks, metrics and the log. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { AppError } from '../../../src/domain/errors.ts';
import { requestMeter } from '../../../src/http/health/metrics.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

describe('health', () => {
  it('the service is live and ready when its database responds', async () => {
    const { app } = testApp();
    assert.deepEqual((await app.inject('/health/ready')).json(), { status: 'ready' });
    assert.deepEqual((await app.inject('/health/live')).json(), { status: 'live' });
    await app.close();
  });

  it('without a database the service is live, not ready, and reveals no details', async () => {
    const { app, fake } = testApp();
    fake.script({
      checkReady: async () => {
        throw new Error('connect ECONNREFUSED 10.0.0.3:5432');
      },
    });
    const answer = await app.inject('/health/ready');
    assert.equal(answer.statusCode, 503);
    assert.deepEqual(answer.json(), { status: 'not ready', reason: 'database' });
    assert.equal((await app.inject('/health/live')).statusCode, 200);
    await app.close();
  });
});

describe('many probes at the same time', () => {
  it('together cause one query of the database, and a probe after its end causes another query', async () => {
    const { app, fake } = testApp();
    const probe = async () => (await app.inject('/health/ready')).statusCode;
    let arrived = 0;
    app.addHook('onRequest', async () => {
      arrived += 1;
    });
    await app.ready();
    let answer: () => void = () => undefined;
    fake.script({
      checkReady: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const probes = [probe(), probe(), probe()];
    while (arrived < 3) await new Promise(setImmediate);
    await new Promise(setImmediate);
    answer();
    assert.deepEqual(await Promise.all(probes), [200, 200, 200]);
    const before = fake.callsOf('checkReady').length;
    const next = probe();
    while (fake.callsOf('checkReady').length === before) await new Promise(setImmediate);
    answer();
    assert.equal(await next, 200);
    assert.equal(before, 1);
    await app.close();
  });
});

describe('metrics', () => {
  it('metrics and health checks have one spelling, which a reverse proxy can hide', async () => {
    const { app } = testApp();
    for (const url of ['/metrics', '/metrics?x=%6D', '/health/live', '/health/ready'])
      assert.equal((await app.inject(url)).statusCode, 200, url);
    for (const url of ['/%6Detrics', '/metric%73?x', '/h%65alth/live', '/health/%72eady', '/%6d%65trics'])
      assert.equal((await app.inject(url)).statusCode, 404, url);
    await app.close();
  });

  it('requests are counted by route and never by URL, and the response contains the metrics of the queue', async () => {
    const { app } = testApp();
    await app.inject(post('/v1/fetch_order', { order_no: 'SECRET' }));
    await app.inject(post('/v1/fetch_order', {}));
    await app.inject('/files/secret.jpg');
    await app.inject('/no/such/place');
    const { body } = await app.inject('/metrics');
    const count = (labels: string) =>
      assert.ok(body.includes(`photokiosk_http_request_duration_seconds_count{${labels}} 1`), labels);
    count('method="POST",route="/index.php/v1/fetch_order",status="200"');
    count('method="POST",route="/index.php/v1/fetch_order",status="422"');
    count('method="GET",route="/files/*",status="404"');
    count('method="GET",route="none",status="404"');
    assert.ok(!/secret/i.test(body));
    assert.match(body, /photokiosk_jobs\{state="ready"\} 1\n/);
    assert.match(body, /photokiosk_pictures_queued 3\n/);
    assert.match(body, /photokiosk_oldest_due_job_age_seconds 1.5\n/);
    await app.close();
  });

  it('the histogram of requests has cumulative buckets, a sum and a count', async () => {
    const registry = new Registry();
    const meter = requestMeter(registry);
    for (const seconds of [0.002, 0.3, 100]) meter.observe('GET', '/', 200, seconds);
    const lines = (await registry.metrics()).split('\n');
    const name = 'photokiosk_http_request_duration_seconds';
    const at = (le: string) => `${name}_bucket{le="${le}",method="GET",route="/",status="200"}`;
    assert.ok(lines.includes(`# TYPE ${name} histogram`));
    assert.ok(lines.includes(`${at('0.002')} 1`));
    assert.ok(lines.includes(`${at('0.25')} 1`));
    assert.ok(lines.includes(`${at('0.5')} 2`));
    assert.ok(lines.includes(`${at('60')} 2`));
    assert.ok(lines.includes(`${at('+Inf')} 3`));
    assert.ok(lines.includes(`${name}_count{method="GET",route="/",status="200"} 3`));
    assert.ok(lines.includes(`${name}_sum{method="GET",route="/",status="200"} 100.302`));
  });

  it('when the database does not respond, only the metrics of the queue are missing', async () => {
    const { app, fake } = testApp();
    fake.script({
      queueFigures: async () => {
        throw new Error('down');
      },
    });
    assert.equal((await app.inject('/metrics')).statusCode, 200);
    await app.close();
  });
});

describe('the log', () => {
  it('each request has one log line with its route and without path, query or body', async () => {
    const { app, lines } = testApp();
    await app.inject(
      post('/v1/fetch_order?x=SECRET', { order_no: 'SECRET' }, { authorization: 'Bearer SECRET' }),
    );
    await app.inject('/files/SECRET.jpg?signature=SECRET');
    assert.equal(lines.length, 2);
    for (const { level, message, fields } of lines) {
      assert.equal(level, 'info');
      assert.equal(message, 'request');
      assert.equal(typeof fields.durationMs, 'number');
      assert.ok(!JSON.stringify(fields).includes('SECRET'));
    }
    assert.equal(lines[0]?.fields.route, '/index.php/v1/fetch_order');
    await app.close();
  });

  it('the line of a refused call names the code, the caller and the address', async () => {
    const { app, fake, lines } = testApp({ requestsPerMinuteMax: 2, trustProxy: true });
    fake.script({
      identify: async () => ({ kind: 'guest', userId: 12 }),
      endGuestTokens: async () => {
        throw new AppError('forbidden', 'No.', { reason: 'role_not_allowed' });
      },
    });
    const from = { 'x-forwarded-for': '203.0.113.9' };
    await app.inject(post('/v1/end_guest_tokens', {}, from));
    await app.inject(post('/v1/fetch_order', {}, from));
    await app.inject(post('/v1/goods_list', {}, from));
    const [forbidden, invalid, limited] = lines.map(({ fields }) => fields);
    const { code, reason, caller, address } = forbidden ?? {};
    assert.deepEqual({ code, reason }, { code: 'forbidden', reason: 'role_not_allowed' });
    assert.deepEqual({ caller, address }, { caller: 'guest 12', address: '203.0.113.9' });
    assert.equal(limited?.code, 'too_many_requests');
    assert.equal(limited?.address, '203.0.113.9');
    assert.equal(invalid?.code, 'invalid_parameters');
    assert.equal(invalid?.address, undefined);
    await app.close();
  });

  it('the line of a successful call contains no address', async () => {
    const { app, lines } = testApp({ trustProxy: true });
    await app.inject(post('/v1/my_orders', {}, { 'x-forwarded-for': '203.0.113.9' }));
    assert.doesNotMatch(JSON.stringify(lines), /203\.0\.113\.9/);
    await app.close();
  });

  it('the log contains the cause of a 500 with the request id of the response', async () => {
    const { app, fake, lines } = testApp();
    const fault = new Error('disk full');
    fake.script({
      listGoods: async () => {
        throw fault;
      },
    });
    const answer = await app.inject(post('/v1/goods_list'));
    const line = lines.find(({ level }) => level === 'error');
    assert.equal(line?.fields.err, fault);
    assert.equal(line?.fields.requestId, answer.json().request_id);
    await app.close();
  });
});
