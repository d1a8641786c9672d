/** Broken, slow and malicious requests over a socket. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { slotLimits } from '../../support/test-app.ts';

describe('a connection', () => {
  const broken: Readonly<Record<string, string>> = {
    'bytes that are not HTTP': '\u0016\u0003\u0001\u0000hello\r\n\r\n',
    'a header beyond the limit': `POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'an address beyond the limit': `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'two lengths':
      'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    'a length and chunks at once':
      'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'two Hosts': 'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nHOST: b\r\nContent-Length: 0\r\n\r\n',
    'no Host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  };
  for (const [what, text] of Object.entries(broken)) {
    it(`with ${what} is closed after a 400`, async (t) => {
      const { port } = await listeningApp(t);
      const client = rawClient(t, port);
      client.socket.write(text, 'latin1');
      const answer = await client.closed();
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /\r\nx-request-id: /i);
      assert.match(answer, /\r\ncontent-type: application\/problem\+json\r\n/i);
      assert.doesNotMatch(answer, /node_modules|Error:|HPE_/);
    });
  }

  for (const path of [
    '/%',
    '/%ff%zz',
    '/index.php/v1/%00',
    '//',
    '/index.php//v1/goods_list',
    '/..%2f..%2fetc/passwd',
  ]) {
    it(`that requests ${path} is refused, and never with 500`, async (t) => {
      const { port } = await listeningApp(t);
      const client = rawClient(t, port);
      client.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      const answer = await client.closed();
      assert.match(answer, /^HTTP\/1\.1 40[045] /);
      assert.match(answer, /x-request-id: /i);
      assert.match(answer, /application\/problem\+json/);
    });
  }

  it('that is reset before it is accepted does not end the service or fill its log', async (t) => {
    const { port, origin, lines } = await listeningApp(t, { requestsPerMinuteMax: 600 });
    // Another process connects while this one is blocked, so that the kernel resets connections that no one accepted.
    const client = `
      const { connect } = require('node:net');
      for (const path of ['/%zz', '/icons/${'x'.repeat(600)}', '/v1/goods_list']) {
        const socket = connect(${port}, '127.0.0.1', () =>
          socket.write('GET ' + path + ' HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', () => socket.resetAndDestroy()),
        );
      }`;
    execFileSync(process.execPath, ['-e', client]);
    const answer = await fetch(`${origin}/v1/goods_list`, { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('whose multipart body ends within a file gets a 400, and the service keeps running', async (t) => {
    const { app, origin } = await listeningApp(t);
    const ends = new Promise((resolve) =>
      app.server.once('connection', (socket) => socket.once('close', resolve)),
    );
    const answer = await fetch(`${origin}/v1/fetch_order`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge', connection: 'close' },
      body: '--edge\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nunfinished',
    });
    assert.equal(answer.status, 400);
    // An uncaught error of the service before the connection closes would fail this test.
    await ends;
  });

  it('whose request has an unknown value in the header Expect gets the normal response', async (t) => {
    const { port } = await listeningApp(t);
    const client = rawClient(t, port);
    client.socket.write(
      'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
    assert.match(await client.closed(), /^HTTP\/1\.1 200 /);
  });

  it('whose request names the complete address, as for a proxy, gets the response of the path', async (t) => {
    const { port } = await listeningApp(t);
    const answerTo = async (method: string, url: string) => {
      const client = rawClient(t, port);
      client.socket.write(
        `${method} ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      const [head = '', body = ''] = (await client.closed()).split('\r\n\r\n');
      return { status: Number(head.slice(9, 12)), head, body };
    };
    for (const origin of ['http://a', 'HTTPS://a.example:8443']) {
      for (const path of ['/v1/goods_list', '/index.php/v1/goods_list?x=1']) {
        const { status, body } = await answerTo('POST', origin + path);
        assert.equal(status, 200, origin + path);
        assert.match(body, /mark_order_vip/);
      }
      const wrongMethod = await answerTo('GET', `${origin}/v1/goods_list`);
      assert.equal(wrongMethod.status, 405);
      assert.match(wrongMethod.head, /\r\nallow: POST\r\n/i);
      assert.match(wrongMethod.body, /"instance":"\/v1\/goods_list"/);
      assert.equal((await answerTo('GET', `${origin}/docs/errors`)).status, 200);
      for (const path of ['', '?x=1']) {
        const { status } = await answerTo('GET', `/${path}`);
        assert.equal((await answerTo('GET', origin + path)).status, status);
      }
      // A proxy that hides this address compares the path.
      assert.equal((await answerTo('GET', `${origin}/health/live`)).status, 404);
    }
  });

  it('that sends its headers too slowly is closed', async (t) => {
    const { port } = await listeningApp(t, { limits: { headersTimeoutMs: 50, requestTimeoutMs: 60 } });
    const client = rawClient(t, port);
    client.socket.write('POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nX-Slow:');
    assert.match(await client.closed(), /^HTTP\/1\.1 400 [\s\S]*did not arrive in time/);
  });

  it('that sends nothing is closed without an answer, as browsers open connections in advance', async (t) => {
    const { port } = await listeningApp(t, { limits: { headersTimeoutMs: 50, requestTimeoutMs: 60 } });
    assert.equal(await rawClient(t, port).closed(), '');
  });

  it('that pipelines requests gets the responses in order', async (t) => {
    const { port } = await listeningApp(t);
    const client = rawClient(t, port);
    const ask = (name: string) => `POST /v1/${name} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;
    client.socket.write(ask('my_vip') + ask('nothing') + ask('goods_list'));
    const text = await client.until(/mark_order_vip/);
    assert.match(text, /is_vip[\s\S]*unknown_operation[\s\S]*mark_order_vip/);
  });

  it('that never finishes its request does not keep the service from closing', async (t) => {
    const { app, port } = await listeningApp(t, { limits: { stopGraceMs: 50 } });
    const client = rawClient(t, port);
    let reached = false;
    app.server.once('request', () => {
      reached = true;
    });
    client.socket.write(
      'POST /v1/fetch_order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    await eventually(() => reached);
    await app.close();
    await client.closed();
  });

  it('that closes before its response is logged as aborted and no longer counted', async (t) => {
    const { fake, lines, origin, port } = await listeningApp(t, {
      limits: slotLimits({ shop: { max: 1, perClientMax: 1 } }),
    });
    let release: () => void = () => undefined;
    fake.script({
      listGoods: () =>
        new Promise((resolve) => {
          release = () => resolve([]);
        }),
    });
    const client = rawClient(t, port);
    client.socket.write('POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
    await eventually(() => fake.callsOf('listGoods').length === 1);
    client.socket.destroy();
    await eventually(() => lines.length === 1);
    assert.equal(lines[0]?.fields.aborted, true);
    release();
    assert.equal((await fetch(`${origin}/v1/my_vip`, { method: 'POST' })).status, 200);
  });
});
