/** Uploads of photos, by `inject` and over a socket. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { multipartBody, post } from '../../support/http-forms.ts';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { testApp } from '../../support/test-app.ts';

const url = '/index.php/v1/ext_upload';

async function textOf(source: Readable): Promise<string> {
  let text = '';
  for await (const chunk of source) text += chunk.toString('latin1');
  return text;
}

/** Each piece arrives in a turn of the event loop of its own, so that the service has read all earlier pieces. */
function inPieces(text: string): Readable {
  async function* pieces() {
    for (const piece of text.match(/[\s\S]{1,8}/g) ?? []) {
      yield Buffer.from(piece);
      await new Promise(setImmediate);
    }
  }
  return Readable.from(pieces());
}

/** An app that records the contents of uploads. Each upload gets the path `uploads/<content>`. */
function rememberingApp() {
  const test = testApp();
  const contents: string[] = [];
  test.fake.script({
    acceptUpload: async ({ source }) => {
      const text = await textOf(source);
      contents.push(text);
      return { path: `uploads/${text}`, widthPx: 3, heightPx: 4 };
    },
  });
  const send = (parts: readonly (readonly [string, string])[], headers: Record<string, string> = {}) => {
    const body = multipartBody(parts);
    return test.app.inject({
      method: 'POST',
      url,
      headers: { ...body.headers, ...headers },
      payload: body.payload,
    });
  };
  return { ...test, contents, send };
}

describe('ext_upload', () => {
  it('returns path, width and height, under /v1/ as well', async () => {
    const { app, send } = rememberingApp();
    const answer = await send([['name="file"; filename="a.jpg"', 'A']]);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.body, '{"path":"uploads/A","width":3,"height":4}');
    const body = multipartBody([['name="file"; filename="a.jpg"', 'B']]);
    const short = await app.inject({
      method: 'POST',
      url: '/v1/ext_upload',
      headers: body.headers,
      payload: body.payload,
    });
    assert.equal(short.json().path, 'uploads/B');
    await app.close();
  });

  const first = ['name="photo"; filename="a.jpg"', 'FIRST'] as const;
  const named = ['name="file"; filename="b.jpg"', 'NAMED'] as const;
  const field = ['name="file"', 'a text, not a file'] as const;
  const choices = [
    ['the field `file`', [named], 'NAMED'],
    [
      'the first file part of a body without a field `file`',
      [first, ['name="second"; filename="c"', 'SECOND']],
      'FIRST',
    ],
    ['the field `file` before another file', [named, first], 'NAMED'],
    ['the field `file` after another file', [first, named], 'NAMED'],
    ['the first of two fields `file`', [named, ['name="file"; filename="c"', 'AGAIN']], 'NAMED'],
    ['the file beside other fields', [['name="token"', 'x'], first, ['name="note"', 'y']], 'FIRST'],
  ] as const;
  for (const [what, parts, content] of choices) {
    it(`stores ${what}, and nothing else`, async () => {
      const { app, contents, send } = rememberingApp();
      const answer = await send(parts);
      assert.equal(answer.json().path, `uploads/${content}`, answer.body);
      assert.deepEqual(contents, [content]);
      await app.close();
    });
  }

  it('a body without a file is refused with 422 and the pointer /file', async () => {
    const { app, send } = rememberingApp();
    for (const answer of [await send([field]), await send([]), await app.inject({ method: 'POST', url })]) {
      const problem = assertProblem(answer, 'invalid_parameters');
      assert.equal(problem.errors?.[0]?.pointer, '/file');
    }
    await app.close();
  });

  it('a body that is not multipart is refused with 415', async () => {
    const { app } = testApp();
    assertProblem(await app.inject(post(url, { file: 'x' })), 'unsupported_media_type');
    const headers = { 'content-type': 'image/jpeg' };
    assertProblem(await app.inject({ method: 'POST', url, headers, payload: 'x' }), 'unsupported_media_type');
    await app.close();
  });

  it('the response to a refused image contains the code and text of the refusal', async () => {
    const { app, fake, send } = rememberingApp();
    for (const code of ['unusable_image', 'unavailable', 'unauthenticated', 'body_too_large'] as const) {
      fake.script({
        acceptUpload: async () => {
          throw new AppError(code, 'A sentence.');
        },
      });
      assertProblem(await send([named]), code);
    }
    await app.close();
  });

  it('a body with too many parts is refused as malformed', async () => {
    const { app, send } = rememberingApp();
    const parts = Array.from({ length: 40 }, (_, index) => [`name="f${index}"; filename="x"`, 'x'] as const);
    assertProblem(await send(parts), 'malformed_request');
    await app.close();
  });

  it('a file is not stored when the body is refused after the file', async () => {
    const { app, contents } = rememberingApp();
    const { headers, payload } = multipartBody([named, first]);
    const answer = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: inPieces(payload.slice(0, -20)),
    });
    assertProblem(answer, 'malformed_request');
    assert.deepEqual(contents, []);
    await app.close();
  });

  it('a body that ends in the middle of a part is refused as malformed', async () => {
    const { app } = rememberingApp();
    const { headers, payload } = multipartBody([named]);
    const answer = await app.inject({ method: 'POST', url, headers, payload: payload.slice(0, -20) });
    assertProblem(answer, 'malformed_request');
    await app.close();
  });
});

describe('ext_upload with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'upload-key-0123456789' };
  const photo = ['name="file"; filename="a.jpg"', 'A'] as const;

  it('a retry with the same file gets the stored response, even with another boundary and file name', async () => {
    const { app, contents, send } = rememberingApp();
    const one = await send([photo], key);
    const two = await send(
      [
        ['name="other"', 'x'],
        ['name="file"; filename="b.png"', 'A'],
      ],
      key,
    );
    assert.equal(two.statusCode, 200, two.body);
    assert.equal(two.body, one.body);
    assert.equal(two.headers['idempotent-replayed'], 'true');
    assert.deepEqual(contents, ['A']);
    await app.close();
  });

  it('the same key with another file is refused with 422', async () => {
    const { app, send } = rememberingApp();
    await send([photo], key);
    assertProblem(await send([['name="file"; filename="a.jpg"', 'B']], key), 'idempotency_key_reused');
    await app.close();
  });

  it('after a failed upload, its key can be used again', async () => {
    const { app, send } = rememberingApp();
    assertProblem(await send([], key), 'invalid_parameters');
    assert.equal((await send([photo], key)).statusCode, 200);
    await app.close();
  });
});

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
    assert.match(await client.until(/body_too_large/), /^HTTP\/1.1 413 /);
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
