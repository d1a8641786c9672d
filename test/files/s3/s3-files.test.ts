/** The file store in an S3-compatible object store, on a server that verifies each signature and hash. */

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import { StartError } from '../../../src/domain/start-error.ts';
import { createS3Client, type S3Address } from '../../../src/files/s3/s3-client.ts';
import { openS3Files } from '../../../src/files/s3/s3-files.ts';
import type { StoredFile } from '../../../src/usecases/ports/file-store.ts';
import { MachineTrouble } from '../../../src/usecases/ports/machine-trouble.ts';
import { silentLog } from '../../support/databases.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { testFileStore } from '../file-store-contract.ts';

let server: S3Server;
let prefixes = 0;

before(async () => {
  server = await startS3Server('shop');
});

after(() => server.stop());

/** Each store has a prefix of its own in the same bucket. */
function addressOf(changes: Partial<S3Address> = {}): S3Address {
  prefixes += 1;
  const { endpoint, credentials } = server;
  return {
    endpoint,
    region: 'us-east-1',
    bucket: 'shop',
    prefix: `test${prefixes}/`,
    style: 'path',
    credentials: { ...credentials, sessionToken: null },
    ...changes,
  };
}

const open = (changes: Partial<S3Address> = {}, presignedLinks = false) =>
  openS3Files({ address: addressOf(changes), presignedLinks, log: silentLog });

testFileStore('an object store', () => open());

async function sourceOf(context: TestContext, bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-source-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'source');
  await writeFile(file, bytes);
  return file;
}

async function allOf(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

function withFaults(context: TestContext, faults: S3Server['faults']): void {
  server.faults = faults;
  context.after(() => {
    server.faults = () => undefined;
  });
}

test('`keys` lists every file of the store, over several pages, and no object with another prefix in the bucket', async (t) => {
  const files = await open({ prefix: 'listed/' });
  const others = await open({ prefix: '' });
  const source = await sourceOf(t, Buffer.from('photo'));
  const keys = Array.from({ length: 1_005 }, (_, i) => `uploads/listed${i}.jpg`);
  for (let at = 0; at < keys.length; at += 50) {
    await Promise.all(keys.slice(at, at + 50).map((key) => files.put(key, source, 'image/jpeg')));
  }
  await others.put('listed/foreign-too.jpg', source, 'image/jpeg');
  assert.deepEqual((await allOf(files.keys())).sort(), keys.sort());
});

test('a presigned link returns the file for a minute, and nothing afterwards', async (t) => {
  const files = await open({}, true);
  await files.put('results/abcdefgh.jpg', await sourceOf(t, Buffer.from('photo')), 'image/jpeg');
  const link = await (await files.get('results/abcdefgh.jpg'))?.directLink?.();
  assert.ok(link !== undefined);
  const response = await fetch(link);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('content-disposition'), 'inline');
  assert.equal(await response.text(), 'photo');
  const forged = await fetch(link.replace('abcdefgh.jpg?', 'ijklmnop.jpg?'));
  assert.equal(forged.status, 403);
  server.now = () => Date.now() + 62_000;
  t.after(() => {
    server.now = Date.now;
  });
  assert.equal((await fetch(link)).status, 403);
});

test('a presigned link of a PDF lets browsers save it, as the service does', async (t) => {
  const files = await open({}, true);
  await files.put('reports/abcdefgh.pdf', await sourceOf(t, Buffer.from('%PDF')), 'application/pdf');
  const link = (await (await files.get('reports/abcdefgh.pdf'))?.directLink?.()) ?? '';
  assert.equal((await fetch(link)).headers.get('content-disposition'), 'attachment');
});

test('with links through the service, a stored file has no direct link', async (t) => {
  const files = await open();
  await files.put('results/abcdefgh.jpg', await sourceOf(t, Buffer.from('photo')), 'image/jpeg');
  assert.equal((await files.get('results/abcdefgh.jpg'))?.directLink, undefined);
});

test('a call that fails twice is repeated a third time and succeeds', async (t) => {
  const files = await open();
  const source = await sourceOf(t, Buffer.from('photo'));
  let failures = 0;
  withFaults(t, (method) => {
    if (method !== 'PUT' || failures === 2) return undefined;
    failures += 1;
    return failures === 1 ? 'unavailable' : 'cut';
  });
  await files.put('uploads/abcdefgh.jpg', source, 'image/jpeg');
  assert.equal((await files.get('uploads/abcdefgh.jpg'))?.sizeBytes, 5);
});

test('if every call of the store fails, the error is a MachineTrouble, so that the attempt of the job does not count', async (t) => {
  const files = await open();
  const source = await sourceOf(t, Buffer.from('photo'));
  withFaults(t, () => 'unavailable');
  await assert.rejects(files.put('uploads/abcdefgh.jpg', source, 'image/jpeg'), MachineTrouble);
  await assert.rejects(files.get('uploads/abcdefgh.jpg'), MachineTrouble);
  await assert.rejects(files.fetchTo('uploads/abcdefgh.jpg', join(tmpdir(), 'never')), MachineTrouble);
  await assert.rejects(files.remove('uploads/abcdefgh.jpg'), MachineTrouble);
});

for (const fault of ['no_backend', 'no_bucket'] as const) {
  test(`a 404 that does not concern the file is a MachineTrouble, not a missing file (${fault})`, async (t) => {
    const files = await open();
    const key = 'uploads/abcdefgh.jpg';
    await files.put(key, await sourceOf(t, Buffer.from('photo')), 'image/jpeg');
    const stored = await files.get(key);
    assert.ok(stored !== undefined);
    withFaults(t, () => fault);
    await Promise.all([
      assert.rejects(files.get(key), MachineTrouble),
      assert.rejects(stored.open(null), MachineTrouble),
      assert.rejects(files.fetchTo(key, join(tmpdir(), 'never')), MachineTrouble),
      assert.rejects(files.remove(key), MachineTrouble),
    ]);
  });
}

async function unread(context: TestContext, stored: StoredFile, client: string): Promise<Readable> {
  const download = await stored.open(client);
  context.after(() => download.destroy());
  return download;
}

test('clients that do not read their downloads do not delay the reads and writes of the service', async (t) => {
  const files = await open();
  const source = await sourceOf(t, randomBytes(50_000));
  const key = 'icons/abcdefgh.webp';
  await files.put(key, source, 'image/webp');
  const stored = await files.get(key);
  assert.ok(stored !== undefined);
  withFaults(t, (_, path) => (path.includes('icons') ? 'stall' : undefined));
  const clients = Array.from({ length: 100 }, (_, index) => `client ${index % 5}`);
  await Promise.all(clients.map((client) => unread(t, stored, client)));
  await files.put('uploads/abcdefgh.jpg', source, 'image/jpeg');
  await files.fetchTo('uploads/abcdefgh.jpg', `${source}.copy`);
  assert.equal((await readFile(`${source}.copy`)).byteLength, 50_000);
});

test('a client has at most 20 downloads at once: the next one begins when one of them ends', async (t) => {
  const files = await open();
  await files.put('icons/abcdefgh.webp', await sourceOf(t, Buffer.from('icon')), 'image/webp');
  const stored = await files.get('icons/abcdefgh.webp');
  assert.ok(stored !== undefined);
  const first = await unread(t, stored, 'one');
  for (let others = 0; others < 19; others += 1) await unread(t, stored, 'one');
  let hasBegun = false;
  const next = unread(t, stored, 'one').finally(() => {
    hasBegun = true;
  });
  const other = await unread(t, stored, 'two');
  assert.equal(await text(other), 'icon');
  assert.equal(hasBegun, false);
  assert.equal(await text(first), 'icon');
  assert.equal(await text(await next), 'icon');
});

test('a request that gets no connection fails after the longest wait, and later requests succeed', async (t) => {
  const files = await open();
  const client = createS3Client(addressOf({ prefix: '' }), silentLog, { connectionsMax: 1, waitMsMax: 20 });
  await files.put('icons/abcdefgh.webp', await sourceOf(t, Buffer.from('icon')), 'image/webp');
  const call = { method: 'GET', key: '', query: { 'max-keys': '1' }, expected: [200] } as const;
  const holding = await client.send(call);
  await assert.rejects(client.send(call), (error) => {
    assert.ok(error instanceof MachineTrouble && error.cause instanceof Error);
    assert.match(error.cause.message, /no connection/);
    return true;
  });
  await text(holding);
  await text(await client.send(call));
});

test('a request fails after the longest wait even if no connection becomes free', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  const stop = () => {
    silent.close();
    silent.closeAllConnections();
  };
  t.after(stop);
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const address = addressOf({ prefix: '', endpoint: `http://127.0.0.1:${port}` });
  const client = createS3Client(address, silentLog, { connectionsMax: 1, waitMsMax: 20 });
  const call = { method: 'GET', key: '', expected: [200] } as const;
  const received = once(silent, 'request');
  const holding = assert.rejects(client.send(call), MachineTrouble);
  await received;
  const file = { sizeBytes: 10, read: () => Readable.from([Buffer.alloc(10)]) };
  const body = { file, sizeBytes: 10 };
  for (const waiting of [call, { ...call, method: 'PUT', body } as const]) {
    await assert.rejects(client.send(waiting), (error) => {
      assert.ok(error instanceof MachineTrouble);
      assert.match(String(error.cause), /no connection/);
      return true;
    });
  }
  stop();
  await holding;
});

test('with a bucket that does not exist, or with wrong credentials, the start fails with one sentence', async () => {
  await assert.rejects(open({ bucket: 'missing' }), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /refuses the bucket missing \(404 NoSuchBucket\)/);
    return true;
  });
  const wrong = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong', sessionToken: null };
  await assert.rejects(open({ credentials: wrong }), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /403 SignatureDoesNotMatch/);
    assert.doesNotMatch(error.message, /wrong/);
    return true;
  });
});

test('a store that cannot be reached does not prevent the start, because orders need no files', async () => {
  const log = recordedLog();
  await openS3Files({ address: addressOf({ endpoint: 'http://127.0.0.1:1' }), presignedLinks: false, log });
  assert.ok(log.lines.some(({ message }) => message.startsWith('the object store cannot be reached')));
});

test('a file that is damaged on the way to the store is refused and not stored', async (t) => {
  const files = await open();
  const source = await sourceOf(t, randomBytes(200_000));
  withFaults(t, (method) => (method === 'PUT' ? 'corrupt' : undefined));
  await assert.rejects(files.put('uploads/abcdefgh.jpg', source, 'image/jpeg'), MachineTrouble);
  assert.equal(await files.get('uploads/abcdefgh.jpg'), undefined);
});

test('fetchTo writes exactly the stored bytes', async (t) => {
  const files = await open();
  const bytes = randomBytes(1_000_000);
  const source = await sourceOf(t, bytes);
  await files.put('uploads/abcdefgh.jpg', source, 'image/jpeg');
  await files.fetchTo('uploads/abcdefgh.jpg', `${source}.copy`);
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  assert.equal(hash(await readFile(`${source}.copy`)), hash(bytes));
});
