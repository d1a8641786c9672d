/** The limits of concurrent requests: when a request takes a slot, and which requests share a pool. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { slotLimits, type TestApp, testApp } from '../../support/test-app.ts';

const one = { max: 1, perClientMax: 1 };
const noFile = { method: 'POST', url: '/v1/ext_upload' } as const;
const every = { shop: one, upload: one, notification: one, console: one, signIn: one };

/** Makes `goods_list` wait. @returns a function that ends the wait of all calls. */
function holdReads({ fake }: TestApp): () => void {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.script({ listGoods: () => gate.then(() => []) });
  return release;
}

describe('a slot', () => {
  it('is not taken by a request whose body has not arrived', async (t) => {
    const { app, port, origin } = await listeningApp(t, { limits: slotLimits(every) });
    const operations = ['pay_notify/sandbox', 'fetch_order', 'mark_order_vip'];
    let reached = 0;
    app.server.on('request', () => {
      reached += 1;
    });
    for (const operation of [...operations, ...operations]) {
      rawClient(t, port).socket.write(
        `POST /v1/${operation} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
      );
    }
    await eventually(() => reached === 6);
    for (const [operation, body] of [
      ['pay_notify/sandbox', {}],
      ['fetch_order', { order_no: 'A' }],
      ['mark_order_vip', { goods_id: 3 }],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/v1/${operation}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, operation);
    }
  });

  it('is not taken by a response that the client does not read', async (t) => {
    const { fake, port, origin } = await listeningApp(t, { limits: slotLimits({ shop: one }) });
    // The response is larger than the buffers of both sockets, so it cannot be sent completely.
    fake.script({
      receiveNotification: async () => ({
        answer: { status: 200, contentType: 'text/plain', body: 'x'.repeat(32_000_000) },
        outcome: 'accepted',
      }),
    });
    const client = rawClient(t, port);
    client.socket.pause();
    client.socket.write('POST /v1/pay_notify/sandbox HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
    await eventually(() => fake.callsOf('receiveNotification').length === 1);
    const body = await (await fetch(`${origin}/v1/pay_notify/sandbox`, { method: 'POST' })).text();
    assert.equal(body.length, 32_000_000);
  });

  it('stays taken while the service still works on the request of a disconnected client', async (t) => {
    const service = await listeningApp(t, { limits: slotLimits({ shop: one }) });
    const { fake, lines, origin, port } = service;
    const release = holdReads(service);
    const client = rawClient(t, port);
    client.socket.write('POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
    await eventually(() => fake.callsOf('listGoods').length === 1);
    client.socket.destroy();
    await eventually(() => lines.length === 1);
    const read = async () => (await fetch(`${origin}/v1/my_vip`, { method: 'POST' })).status;
    assert.equal(await read(), 429);
    release();
    assert.equal(await read(), 200);
  });

  it('is free again after a failed call and after a refused one', async () => {
    const { app, fake } = testApp({ limits: slotLimits(every) });
    fake.script({
      listGoods: async () => {
        throw new Error('broken');
      },
    });
    for (let i = 0; i < 3; i++) {
      assertProblem(await app.inject(post('/v1/goods_list')), 'internal');
      assertProblem(await app.inject(post('/v1/fetch_order', {})), 'invalid_parameters');
      assertProblem(await app.inject(noFile), 'invalid_parameters');
    }
    assert.equal((await app.inject(post('/v1/my_vip'))).statusCode, 200);
    await app.close();
  });
});

describe('a full pool', () => {
  it('of the shop’s calls does not affect notifications, the console, uploads and health checks', async () => {
    const service = testApp({ limits: slotLimits({ shop: one }) });
    const { app, fake } = service;
    const release = holdReads(service);
    const held = app.inject(post('/v1/goods_list'));
    await eventually(() => fake.callsOf('listGoods').length === 1);
    assertProblem(await app.inject(post('/v1/my_vip')), 'too_many_requests');
    assertProblem(await app.inject({ ...post('/v1/my_vip'), remoteAddress: '203.0.113.1' }), 'unavailable');
    assert.equal((await app.inject(post('/v1/pay_notify/sandbox'))).statusCode, 200);
    assertProblem(await app.inject('/admin/api/session'), 'unauthenticated');
    assertProblem(await app.inject(noFile), 'invalid_parameters');
    assert.equal((await app.inject('/health/ready')).statusCode, 200);
    release();
    assert.equal((await held).statusCode, 200);
    await app.close();
  });

  it('of uploads does not affect orders, and refuses further uploads of the same client only', async (t) => {
    const limits = slotLimits({ upload: { max: 2, perClientMax: 1 } });
    const { fake, port, app } = await listeningApp(t, { limits });
    const client = rawClient(t, port);
    client.socket.write(
      'POST /v1/ext_upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 5000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    );
    await eventually(() => fake.callsOf('acceptUpload').length === 1);
    const refused = await app.inject(noFile);
    assertProblem(refused, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '1');
    const other = await app.inject({ ...noFile, remoteAddress: '203.0.113.1' });
    assertProblem(other, 'invalid_parameters');
    assert.equal((await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }))).statusCode, 200);
    client.socket.destroy();
    await once(client.socket, 'close');
    const freed = async () => (await app.inject(noFile)).statusCode === 422;
    while (!(await freed())) await new Promise(setImmediate);
  });

  it('of notifications answers 503 and not 429 to a client at its limit, because providers call from few addresses', async () => {
    const service = testApp({ limits: slotLimits({ notification: { max: 4, perClientMax: 1 } }) });
    const { app, fake } = service;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.script({
      receiveNotification: () =>
        gate.then(() => ({
          answer: { status: 200, contentType: 'text/plain', body: 'ok' },
          outcome: 'accepted',
        })),
    });
    const held = app.inject(post('/v1/pay_notify/sandbox'));
    await eventually(() => fake.callsOf('receiveNotification').length === 1);
    assertProblem(await app.inject(post('/v1/pay_notify/sandbox')), 'unavailable');
    release();
    assert.equal((await held).statusCode, 200);
    await app.close();
  });
});
