/** The bytes that one client may upload in a day. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { multipartBody, post } from '../../support/http-forms.ts';
import { listeningApp, rawClient } from '../../support/listening-app.ts';
import { type TestAppOptions, testApp } from '../../support/test-app.ts';

const url = '/v1/ext_upload';
const hourMs = 60 * 60 * 1000;

/** An upload whose request body, multipart boundaries included, has this number of bytes. */
function uploadOf(bytes: number) {
  const parts = (content: string) => multipartBody([['name="file"; filename="a.jpg"', content]]);
  const { headers, payload } = parts('x'.repeat(bytes - parts('').payload.length));
  return { method: 'POST' as const, url, headers, payload };
}

/** An app with a quota of 24,000 bytes, so that 1,000 bytes are restored in each hour. */
function quotaApp(options: TestAppOptions = {}) {
  const test = testApp({ uploadBytesPerDayMax: 24_000, ...options });
  return { ...test, send: (bytes: number) => test.app.inject(uploadOf(bytes)) };
}

describe('the upload quota of a client', () => {
  it('an upload beyond the quota is refused with 429 and a reason, and the quota is restored evenly over a day', async () => {
    const { app, clock, send } = quotaApp();
    for (let i = 0; i < 2; i++) assert.equal((await send(12_000)).statusCode, 200);
    const refused = await send(3_000);
    assert.equal(assertProblem(refused, 'too_many_requests').reason, 'upload_quota_used');
    assert.equal(refused.headers['retry-after'], String(3 * 60 * 60));
    clock.monotonicMs += 3 * hourMs - 1_000;
    assertProblem(await send(3_000), 'too_many_requests');
    clock.monotonicMs += 1_000;
    assert.equal((await send(3_000)).statusCode, 200);
    assertProblem(await send(1_000), 'too_many_requests');
    clock.monotonicMs += 48 * hourMs;
    assert.equal((await send(24_000)).statusCode, 200);
    assertProblem(await send(1_000), 'too_many_requests');
    await app.close();
  });

  it('a step of the wall clock restores no quota', async () => {
    const { app, clock, send } = quotaApp();
    await send(24_000);
    clock.nowMs += 48 * hourMs;
    assertProblem(await send(1_000), 'too_many_requests');
    await app.close();
  });

  it('uploads that the service refuses count as well', async () => {
    const { app } = quotaApp();
    const { headers, payload, method } = uploadOf(12_000);
    const noFile = multipartBody([['name="file"', 'x'.repeat(11_500)]]);
    assertProblem(
      await app.inject({ method, url, headers: { ...headers, authorization: 'Digest x' }, payload }),
      'invalid_credential',
    );
    const wrong = await app.inject({ method, url, headers: noFile.headers, payload: noFile.payload });
    assertProblem(wrong, 'invalid_parameters');
    assertProblem(await app.inject(uploadOf(1_000)), 'too_many_requests');
    await app.close();
  });

  it('each client has its own quota, an IPv6 network of 64 bits is one client, and other calls are still accepted', async () => {
    const { app } = quotaApp({ trustProxy: true });
    const from = async (address: string) => {
      const { headers, ...upload } = uploadOf(24_000);
      return (await app.inject({ ...upload, headers: { ...headers, 'x-forwarded-for': address } }))
        .statusCode;
    };
    assert.equal(await from('203.0.113.1'), 200);
    assert.equal(await from('203.0.113.1'), 429);
    assert.equal(await from('203.0.113.2'), 200);
    assert.equal(await from('2001:db8::1'), 200);
    assert.equal(await from('2001:db8::ffff:2'), 429);
    const other = await app.inject(post('/v1/goods_list', {}, { 'x-forwarded-for': '203.0.113.1' }));
    assert.equal(other.statusCode, 200);
    await app.close();
  });

  it('when too many clients upload, the service drops the count of the client that has not uploaded for longest', async () => {
    const { app, clock } = quotaApp({ trustProxy: true, limits: { clientsRememberedMax: 2 } });
    const from = async (address: string, bytes = 12_000) => {
      const { headers, ...upload } = uploadOf(bytes);
      clock.monotonicMs += 1;
      return (await app.inject({ ...upload, headers: { ...headers, 'x-forwarded-for': address } }))
        .statusCode;
    };
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1', '203.0.113.3']) {
      assert.equal(await from(address), 200);
    }
    assert.equal(await from('203.0.113.1', 1_000), 429);
    assert.equal(await from('203.0.113.2', 20_000), 200);
    await app.close();
  });

  it('the header RateLimit reports the bytes that are left in addition to the requests', async () => {
    const { app, send } = quotaApp({ requestsPerMinuteMax: 8 });
    const { headers } = await send(6_000);
    assert.equal(
      headers['ratelimit-policy'],
      '"default";q=8;w=60, "image";q=2;w=60, "upload-bytes";q=24000;w=86400;qu="content-bytes"',
    );
    assert.equal(headers.ratelimit, '"default";r=7;t=8, "image";r=1;t=30, "upload-bytes";r=18000;t=21600');
    await app.close();
  });

  it('the metrics contain the number of bytes and of refusals', async () => {
    const { app, send } = quotaApp();
    await send(20_000);
    await send(5_000);
    const { body } = await app.inject('/metrics');
    assert.match(body, /^photokiosk_upload_bytes_total 20000$/m);
    assert.match(body, /^photokiosk_upload_quota_refusals_total 1$/m);
    await app.close();
  });
});

describe('the upload quota on a socket', () => {
  const form = `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
  const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const piece = `1000\r\n${'x'.repeat(0x1000)}\r\n`;

  it('a client that reads only after sending receives the refusal, and the connection stays usable', async (t) => {
    const { port } = await listeningApp(t, { uploadBytesPerDayMax: 10_000 });
    const tail = '\r\n--b--\r\n';
    const upload = `${opening}${'x'.repeat(6_000 - opening.length - tail.length)}${tail}`;
    const client = rawClient(t, port);
    client.socket.write(`${form}Content-Length: 6000\r\n\r\n${upload}`);
    await client.until(/"path":"/);
    client.socket.write(`${form}Content-Length: 6000\r\n\r\n${upload}`);
    await client.until(/upload_quota_used/);
    client.socket.write('POST /v1/my_vip HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
    await client.until(/"is_vip":false/);
  });

  it('once a client’s refused uploads exceed the quota of a day, their bodies are not read, and their connections close', async (t) => {
    const { fake, port } = await listeningApp(t, { uploadBytesPerDayMax: 10_000 });
    const startUpload = () => {
      const client = rawClient(t, port);
      client.socket.write(`${form}Content-Length: 11000\r\n\r\n${opening}`);
      return client.closed();
    };
    assert.match(await startUpload(), /^HTTP\/1\.1 429 [\s\S]*connection: close[\s\S]*upload_quota_used/i);
    assert.equal(fake.callsOf('acceptUpload').length, 0);
  });

  it('a chunked upload is refused when its bytes exceed the quota', async (t) => {
    const { port } = await listeningApp(t, { uploadBytesPerDayMax: 10_000 });
    const client = rawClient(t, port);
    client.socket.write(
      `${form}Transfer-Encoding: chunked\r\n\r\n${opening.length.toString(16)}\r\n${opening}\r\n`,
    );
    for (let i = 0; i < 3; i++) client.socket.write(piece);
    assert.match(await client.until(/upload_quota_used/), /^HTTP\/1\.1 429 /);
  });
});
