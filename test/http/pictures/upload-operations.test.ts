/** Uploads of photos, in requests that `inject` passes to the app without a socket. */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { multipartBody, post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';
import { textOf } from './text-of.ts';

const url = '/index.php/v1/ext_upload';

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
  const text = ['name="file"\r\nContent-Type: text/plain; charset=utf-8', 'a text, not a file'] as const;
  const nameless = ['name="file"\r\nContent-Type: image/jpeg', 'NAMELESS'] as const;
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
    ['a picture in the field `file` that has no file name', [nameless], 'NAMELESS'],
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
    const empty = await app.inject({ method: 'POST', url });
    for (const answer of [await send([field]), await send([text]), await send([]), empty]) {
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
