/** The objects in a place of backups. The same tests run for a folder and for a bucket. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { folderObjects } from '../../cli/local/backup/folder-objects.ts';
import type { BackupObjects } from '../../cli/local/backup/objects.ts';
import { s3Objects } from '../../cli/local/backup/s3-objects.ts';
import { FileMissing } from '../../src/usecases/ports/file-store.ts';
import { silentLog } from '../support/databases.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';

let server: S3Server;
const { dataDir: folder, remove } = temporaryDataDir();
const local = join(folder, 'local');

before(async () => {
  mkdirSync(folder, { recursive: true });
  server = await startS3Server('backups');
});

after(async () => {
  await server.stop();
  await remove();
});

/** A place of backups in a bucket. An object of more than ten bytes is sent in parts of ten bytes. */
function inBucket(): BackupObjects {
  const { endpoint, credentials } = server;
  const address = { endpoint, region: 'us-east-1', bucket: 'backups', prefix: 'p/', style: 'path' } as const;
  return s3Objects({
    address: { ...address, credentials: { ...credentials, sessionToken: null } },
    log: silentLog,
    partBytesMax: 10,
  });
}

const places: readonly [string, () => BackupObjects][] = [
  ['a folder', () => folderObjects(join(folder, 'place'))],
  ['a bucket', inBucket],
];

async function collect(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found.sort();
}

for (const [name, open] of places) {
  describe(name, () => {
    it('stores an object of any size under one name, and returns the same bytes', async () => {
      const objects = open();
      const lock = await objects.lock();
      const contents = ['', 'short', 'ten bytes!', 'more than ten bytes', 'x'.repeat(1_000)];
      for (const [index, content] of contents.entries()) {
        writeFileSync(local, content);
        await objects.put(`2026/object-${index}`, local);
        assert.throws(() => readFileSync(local), { code: 'ENOENT' });
      }
      const again = open();
      const names = contents.map((_, index) => `2026/object-${index}`);
      assert.deepEqual(await collect(again.names('2026/')), names);
      assert.deepEqual(await collect(again.names('2026/object-3')), ['2026/object-3']);
      assert.deepEqual(await collect(again.names('files/')), []);
      for (const [index, content] of contents.entries()) {
        await again.fetchTo(`2026/object-${index}`, local);
        assert.equal(readFileSync(local, 'utf8'), content);
      }
      for await (const object of again.names('2026/object-4')) await again.remove(object);
      await assert.rejects(again.fetchTo('2026/object-4', local), FileMissing);
      assert.deepEqual(await collect(open().names('2')), names.slice(0, 4));
      rmSync(local, { force: true });
      lock.release();
    });
  });
}

it('wrong credentials of a bucket are reported in one sentence', async () => {
  const { endpoint, credentials } = server;
  const objects = s3Objects({
    address: {
      endpoint,
      region: 'us-east-1',
      bucket: 'backups',
      prefix: '',
      style: 'path',
      credentials: { ...credentials, secretAccessKey: 'wrong', sessionToken: null },
    },
    log: silentLog,
  });
  await assert.rejects(
    objects.lock(),
    /^StartError: The object store of the backup refuses the bucket backups \(403/,
  );
});
