/** Bodies that arrive too slowly or are too large. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { listeningApp, rawClient } from '../../support/listening-app.ts';

function half(operation: string, contentType = 'application/json', start = '{'): string {
  return `POST /v1/${operation} HTTP/1.1\r\nHost: a\r\nContent-Type: ${contentType}\r\nContent-Length: 50\r\n\r\n${start}`;
}

describe('a small body', () => {
  for (const [operation, contentType, start] of [
    ['fetch_order', 'application/json', '{'],
    ['fetch_order', 'application/x-www-form-urlencoded', 'o'],
    ['fetch_order', 'multipart/form-data; boundary=b', '--b\r\n'],
    ['pay_notify/sandbox', 'application/json', ''],
  ] as const) {
    it(`of ${operation} (${contentType}) that does not arrive in time is 400, and the connection closes`, async (t) => {
      const { fake, port } = await listeningApp(t, { limits: { bodyTimeoutMs: 50 } });
      const client = rawClient(t, port);
      client.socket.write(half(operation, contentType, start));
      const answer = await client.closed();
      assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*did not arrive in time/);
      assert.deepEqual(
        fake.calls.filter(({ name }) => name !== 'identify'),
        [],
      );
    });
  }

  it('that is refused before it has arrived keeps its connection only until the timeout', async (t) => {
    const { port } = await listeningApp(t, { limits: { bodyTimeoutMs: 50 } });
    const client = rawClient(t, port);
    client.socket.write(half('fetch_order', 'image/jpeg', 'x'));
    assert.match(await client.closed(), /^HTTP\/1\.1 415 /);
  });

  it('that has arrived in time may be processed for longer than the timeout', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: { bodyTimeoutMs: 20 } });
    fake.script({ listGoods: () => new Promise((resolve) => setTimeout(resolve, 60, [])) });
    const client = rawClient(t, port);
    client.socket.write(
      'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    assert.match(await client.until(/\[\]/), /^HTTP\/1\.1 200 /);
  });
});

const uploadHead = (length: string) =>
  `POST /v1/ext_upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;
const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

describe('an upload', () => {
  const pace = { uploadPaceWindowMs: 40, uploadPaceBytesMin: 1_000 };

  it('that is slower than the minimum rate is refused, and its connection closes although more bytes arrive', async (t) => {
    const { port } = await listeningApp(t, { limits: pace });
    const client = rawClient(t, port);
    client.socket.write(uploadHead('Content-Length: 50000') + opening);
    const drip = setInterval(() => client.socket.write('x'), 5);
    t.after(() => clearInterval(drip));
    assert.match(await client.closed(), /^HTTP\/1\.1 400 [\s\S]*did not arrive in time/);
  });

  it('that stops arriving because the service does not read it is not refused as too slow', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: pace });
    const sizeBytes = 2_000_000;
    fake.script({
      acceptUpload: async ({ source }) => {
        // Do not read the upload for several windows of the minimum rate.
        await new Promise((resolve) => setTimeout(resolve, 200));
        let bytes = 0;
        for await (const chunk of source) bytes += chunk.length;
        return { path: 'p', widthPx: bytes, heightPx: 1 };
      },
    });
    const client = rawClient(t, port);
    const tail = '\r\n--b--\r\n';
    client.socket.write(uploadHead(`Content-Length: ${opening.length + sizeBytes + tail.length}`) + opening);
    client.socket.write(Buffer.alloc(sizeBytes, 120));
    client.socket.write(tail);
    await client.until(new RegExp(`"width":${sizeBytes}`));
  });

  for (const [kind, length] of [
    ['declared', 'Content-Length: 104857600'],
    ['chunked', 'Transfer-Encoding: chunked'],
  ] as const) {
    it(`of 100 MB (${kind}) is refused without being read to its end, and the client can read the response`, async (t) => {
      const { app, port } = await listeningApp(t, { limits: { uploadSizeBytesMax: 1_000_000 } });
      const accepted = once(app.server, 'connection');
      const client = rawClient(t, port);
      const [peer]: Socket[] = await accepted;
      client.socket.write(uploadHead(length));
      const part = Buffer.alloc(1_000_000, 120);
      let sentParts = 0;
      const send = (bytes: Buffer | string) =>
        new Promise<void>((resolve) => client.socket.write(bytes, () => resolve()));
      const sending = (async () => {
        await send(kind === 'chunked' ? `${opening.length.toString(16)}\r\n${opening}\r\n` : opening);
        while (sentParts < 100 && client.socket.writable) {
          if (kind === 'chunked') await send(`${part.length.toString(16)}\r\n`);
          await send(part);
          if (kind === 'chunked') await send('\r\n');
          sentParts += 1;
        }
      })();
      assert.match(await client.closed(), /^HTTP\/1\.1 413 [\s\S]*connection: close/);
      await sending;
      assert.ok(sentParts < 50, `the client could send ${sentParts} MB`);
      assert.ok((peer?.bytesRead ?? Infinity) < 10_000_000, `the service read ${peer?.bytesRead} bytes`);
    });
  }

  it('of an allowed size that is refused keeps its connection', async (t) => {
    const { port } = await listeningApp(t, { requestsPerMinuteMax: 1 });
    const client = rawClient(t, port);
    const body = `${opening}${'x'.repeat(200_000)}\r\n--b--\r\n`;
    for (let i = 0; i < 2; i++) {
      client.socket.write(uploadHead(`Content-Length: ${body.length}`));
      client.socket.write(body);
    }
    client.socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(await client.until(/"live"/), /HTTP\/1\.1 429 [\s\S]*HTTP\/1\.1 200 /);
  });
});
