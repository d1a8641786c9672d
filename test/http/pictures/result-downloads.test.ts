/** Downloads of results through signed links. */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { testApp } from '../../support/test-app.ts';

const url = '/files/results/2026/a%20b.jpg?expires=123&signature=abc';
const stored = {
  sizeBytes: 5,
  contentType: 'image/jpeg',
  storedAt: 0,
  open: async () => Readable.from([Buffer.from('bytes')]),
};

describe('a download', () => {
  it('streams the file of a link with headers that forbid scripts', async () => {
    const { app, fake } = testApp();
    fake.script({ openResult: async () => stored });
    const answer = await app.inject(url);
    assert.deepEqual(fake.callsOf('openResult'), [['results/2026/a b.jpg', '123', 'abc']]);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'bytes');
    const { headers } = answer;
    assert.equal(headers['content-type'], 'image/jpeg');
    assert.equal(headers['content-length'], '5');
    assert.equal(headers['content-disposition'], 'inline');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox");
    assert.equal(headers['cache-control'], 'no-store');
    assert.ok(headers['x-request-id']);
    await app.close();
  });

  it('counts for the client that receives the file', async () => {
    const { app, fake } = testApp();
    const clients: (string | null)[] = [];
    const open = (client: string | null) => {
      clients.push(client);
      return stored.open();
    };
    fake.script({ openResult: async () => ({ ...stored, open }) });
    await app.inject({ url, remoteAddress: '192.0.2.7' });
    assert.deepEqual(clients, ['192.0.2.7']);
    await app.close();
  });

  it('HEAD returns the headers of GET without opening the file', async () => {
    const { app, fake } = testApp();
    let opened = 0;
    const open = async () => {
      opened += 1;
      return Readable.from([]);
    };
    fake.script({ openResult: async () => ({ ...stored, open }) });
    const answer = await app.inject({ method: 'HEAD', url });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-length'], '5');
    assert.equal(answer.headers['content-type'], 'image/jpeg');
    assert.equal(answer.body, '');
    assert.equal(opened, 0);
    await app.close();
  });

  it('for a file in an object store, GET redirects to a link of the object store, and no cache may keep the response', async () => {
    const { app, fake } = testApp();
    const directLink = async () => 'https://store.test/bucket/x?signature=y';
    fake.script({ openResult: async () => ({ ...stored, directLink }) });
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 302);
    assert.equal(answer.headers.location, 'https://store.test/bucket/x?signature=y');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200);
    await app.close();
  });

  it('for a file in an object store, a link with via=service returns the file itself', async () => {
    const { app, fake } = testApp();
    const directLink = async () => 'https://store.test/bucket/x?signature=y';
    fake.script({ openResult: async () => ({ ...stored, directLink }) });
    const answer = await app.inject(`${url}&via=service`);
    assert.deepEqual(fake.callsOf('openResult'), [['results/2026/a b.jpg', '123', 'abc']]);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'bytes');
    assert.equal((await app.inject({ method: 'HEAD', url: `${url}&via=service` })).statusCode, 200);
    await app.close();
  });

  for (const code of ['unknown_file', 'link_expired', 'result_expired'] as const) {
    it(`GET returns ${code} as a problem document, and HEAD returns the same status`, async () => {
      const { app, fake } = testApp();
      fake.script({
        openResult: async () => {
          throw new AppError(code, 'A sentence.');
        },
      });
      const problem = await app.inject(url);
      assertProblem(problem, code);
      assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, problem.statusCode);
      await app.close();
    });
  }

  it('while the picture cannot be read, a browser gets a page that says to wait, with Retry-After', async () => {
    const { app, fake } = testApp();
    fake.script({
      openResult: async () => {
        throw new AppError('unavailable', 'A sentence.', { retryAfterS: 7 });
      },
    });
    const answer = await app.inject({ url, headers: { accept: 'text/html' } });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '7');
    assert.match(answer.body, /<h1>The picture cannot be shown right now<\/h1>/);
    await app.close();
  });

  for (const bare of ['/files/x', '/files/x?expires=1', '/files/x?signature=a&signature=b', '/files/']) {
    it(`the address ${bare}, which is not a complete link, is refused with 404 or 422`, async () => {
      const { app } = testApp();
      const { statusCode } = await app.inject(bare);
      assert.ok(statusCode === 404 || statusCode === 422, String(statusCode));
      await app.close();
    });
  }

  it('a file that fails while it is read closes the connection, so that the client notices', async (t) => {
    const { fake, port } = await listeningApp(t);
    const open = async () =>
      new Readable({
        read() {
          this.push('by');
          this.destroy(new Error('disk'));
        },
      });
    fake.script({ openResult: async () => ({ ...stored, open }) });
    const client = rawClient(t, port);
    client.socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.ok(!(await client.closed()).includes('bytes'));
  });

  it('if the client disconnects, the file is closed', async (t) => {
    const { fake, port } = await listeningApp(t);
    const file = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    fake.script({ openResult: async () => ({ ...stored, sizeBytes: 1e9, open: async () => file }) });
    const client = rawClient(t, port);
    client.socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await client.until(/200 OK/);
    client.socket.destroy();
    await eventually(() => file.destroyed);
  });
});
