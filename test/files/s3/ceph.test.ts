/** The file store in Ceph's object gateway, a store that operators really run. */

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { openS3Files } from '../../../src/files/s3/s3-files.ts';
import { howToGetCeph, startCeph } from '../../support/ceph.ts';
import { silentLog } from '../../support/databases.ts';
import { testFileStore } from '../file-store-contract.ts';

const ceph = await startCeph();
if (ceph === undefined && process.env.CI === 'true') throw new Error(howToGetCeph);
after(() => ceph?.stop());

let prefixes = 0;

interface Changes {
  readonly prefix?: string;
  readonly bucket?: string;
  readonly secretAccessKey?: string;
  readonly presignedLinks?: boolean;
}

function open({ prefix, bucket, secretAccessKey, presignedLinks = false }: Changes = {}) {
  assert.ok(ceph !== undefined);
  prefixes += 1;
  const { endpoint, credentials } = ceph;
  const address = {
    endpoint,
    region: 'us-east-1',
    bucket: bucket ?? ceph.bucket,
    prefix: prefix ?? `test${prefixes}/`,
    style: 'path' as const,
    credentials: {
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: secretAccessKey ?? credentials.secretAccessKey,
      sessionToken: null,
    },
  };
  return openS3Files({ address, presignedLinks, log: silentLog });
}

async function sourceOf(context: TestContext, bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-source-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'source');
  await writeFile(file, bytes);
  return file;
}

describe('files in Ceph', { skip: ceph === undefined && howToGetCeph }, () => {
  testFileStore('a store in Ceph', () => open());

  test('a file of many megabytes arrives unchanged', async (t) => {
    const files = await open();
    const bytes = randomBytes(40 * 1024 * 1024);
    const source = await sourceOf(t, bytes);
    await files.put('uploads/abcdefgh.jpg', source, 'image/jpeg');
    await files.fetchTo('uploads/abcdefgh.jpg', `${source}-copy`);
    const hashOf = (some: Uint8Array) => createHash('sha256').update(some).digest('hex');
    assert.equal(hashOf(await readFile(`${source}-copy`)), hashOf(bytes));
  });

  test('`keys` lists every file of the store, over several pages, and no object with another prefix', async (t) => {
    const files = await open({ prefix: 'listed/' });
    const others = await open({ prefix: '' });
    const source = await sourceOf(t, Buffer.from('photo'));
    const keys = Array.from({ length: 1_005 }, (_, i) => `uploads/listed${i}.jpg`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => files.put(key, source, 'image/jpeg')));
    }
    await others.put('unlisted/another.jpg', source, 'image/jpeg');
    const listed: string[] = [];
    for await (const key of files.keys()) listed.push(key);
    assert.deepEqual(listed.sort(), keys.sort());
  });

  test('a presigned link returns its own file, and a changed link is refused', async (t) => {
    const files = await open({ presignedLinks: true });
    await files.put('results/abcdefgh.jpg', await sourceOf(t, Buffer.from('photo')), 'image/jpeg');
    const link = await (await files.get('results/abcdefgh.jpg'))?.directLink?.();
    assert.ok(link !== undefined);
    const response = await fetch(link);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(await response.text(), 'photo');
    assert.equal((await fetch(link.replace('abcdefgh.jpg?', 'ijklmnop.jpg?'))).status, 403);
    assert.equal((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status, 403);
  });

  test('a wrong secret and a missing bucket prevent the start, and the message names the cause', async () => {
    const refusals = [
      [{ secretAccessKey: 'wrong' }, /403 SignatureDoesNotMatch/],
      [{ bucket: 'no-such-bucket' }, /404 NoSuchBucket/],
    ] as const;
    for (const [change, message] of refusals) {
      await assert.rejects(open(change), { name: 'StartError', message });
    }
  });
});
