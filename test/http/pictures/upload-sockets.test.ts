/** Uploads of photos over a socket: slow, interrupted and too large bodies. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { textOf } from './text-of.ts';

const url = '/index.php/v1/ext_upload';

describe('ext_upload on a socket', () => {
  const head = (length: number) =>
    `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
  const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

  it('the service receives the bytes while the upload is still arriving', async (t) => {
    const { fake, port } = await listeningApp(t);
    let seen = '';
    fake.script({
      acceptUpload: async ({ source }) => {
        for await (const chunk of source) seen += chunk.toString('latin1');
        return { path: 'p', widthPx: 1, heightPx: 1 };
      },
    });
    const client = rawClient(t, port);
    const rest = 'SECOND HALF\r\n--b--\r\n';
    client.socket.write(`${head(opening.length + 5000 + rest.length)}${opening}${'x'.repeat(5000)}`);
    await eventually(() => seen.length >= 4000);
    assert.equal(client.text(), '');
    client.socket.write(rest);
    await client.until(/"path":"p"/);
    assert.equal(seen, `${'x'.repeat(5000)}SECOND HALF`);
  });

  it('a slow service slows the client down, so that memory stays bounded', async (t) => {
    const { fake, port } = await listeningApp(t);
    const sizeBytes = 12 * 1024 * 1024;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    fake.script({
      acceptUpload: async ({ source }) => {
        await gate;
        let bytes = 0;
        for await (const chunk of source) bytes += chunk.length;
        return { path: 'p', widthPx: bytes, heightPx: 1 };
      },
    });
    const client = rawClient(t, port);
    const tail = '\r\n--b--\r\n';
    client.socket.write(head(opening.length + sizeBytes + tail.length) + opening);
    const flowed = client.socket.write(Buffer.alloc(sizeBytes, 120));
    client.socket.write(tail);
    assert.equal(flowed, false);
    await eventually(() => fake.callsOf('acceptUpload').length === 1);
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    assert.ok(
      client.socket.writableLength > 0,
      'the client could send everything to a service that reads nothing',
    );
    open();
    await client.until(new RegExp(`"width":${sizeBytes}`));
  });

  it('an upload whose Content-Length is too large is refused with 413 before its body is read', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: { uploadSizeBytesMax: 1000 } });
    const client = rawClient(t, port);
    client.socket.write(head(2_000_000) + opening);
    const answer = await client.until(/body_too_large/);
    assert.match(answer, /^HTTP\/1.1 413 /);
    assert.match(answer, /The body is larger than 256 KiB\./);
    assert.equal(fake.callsOf('acceptUpload').length, 0);
  });

  it('a chunked upload that becomes too large is refused with 413 while it arrives', async (t) => {
    const { port } = await listeningApp(t, { limits: { uploadSizeBytesMax: 1000 } });
    const client = rawClient(t, port);
    client.socket.write(
      `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    client.socket.write(`${opening.length.toString(16)}\r\n${opening}\r\n`);
    for (let i = 0; i < 6; i++) client.socket.write(chunk);
    assert.match(await client.until(/body_too_large/), /^HTTP\/1.1 413 /);
  });

  it('an upload that is too slow is refused, and its stream fails', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: { uploadTimeoutMs: 100 } });
    let failed = false;
    fake.script({
      acceptUpload: async ({ source }) => {
        await textOf(source).catch((error: unknown) => {
          failed = true;
          throw error;
        });
        return { path: 'p', widthPx: 1, heightPx: 1 };
      },
    });
    const client = rawClient(t, port);
    client.socket.write(`${head(5000)}${opening}xxx`);
    assert.match(await client.until(/did not arrive in time/), /^HTTP\/1.1 400 /);
    await eventually(() => failed);
  });

  it('when the client disconnects, the stream fails, so that no partial file is kept', async (t) => {
    const { fake, port } = await listeningApp(t);
    let failed = false;
    fake.script({
      acceptUpload: async ({ source }) => {
        await once(source, 'readable');
        await textOf(source).catch((error: unknown) => {
          failed = true;
          throw error;
        });
        return { path: 'p', widthPx: 1, heightPx: 1 };
      },
    });
    const client = rawClient(t, port);
    client.socket.write(`${head(500_000)}${opening}${'x'.repeat(1000)}`);
    await eventually(() => fake.callsOf('acceptUpload').length === 1);
    client.socket.destroy();
    await eventually(() => failed);
  });

  it('the connection stays usable after a refused upload', async (t) => {
    const { fake, port } = await listeningApp(t);
    fake.script({
      acceptUpload: async () => {
        throw new AppError('unusable_image', 'This is no image.');
      },
    });
    const client = rawClient(t, port);
    const body = `${opening}${'x'.repeat(100_000)}\r\n--b--\r\n`;
    client.socket.write(head(body.length) + body);
    await client.until(/unusable_image/);
    client.socket.write('POST /v1/my_vip HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
    await client.until(/"is_vip":false/);
  });
});
