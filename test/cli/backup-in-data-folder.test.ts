import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backUp } from '../../cli/local/backup/back-up.ts';
import { makeIdentity } from '../../cli/local/backup/make-identity.ts';
import { restoreBackup, verifyBackup } from '../../cli/local/backup/restore-backup.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { envWith, openShopFolder } from './backup-files.ts';

let server: S3Server;
before(async () => {
  server = await startS3Server('backups');
});
after(() => server.stop());
// Each command that runs in this process opens a log, which adds a listener.
process.setMaxListeners(0);

const envOf = (dataDir: string) => envWith(dataDir, server);
const plain = { keep: 7, encryptTo: [] };

test('a backup is refused in a folder whose content the service or a command deletes', async (t) => {
  const shop = await openShopFolder(t, envOf);
  shop.addFile('aafirst');
  for (const name of ['files', 'scratch/nightly', 'moving', 'backup-staging', 'restoring/nightly']) {
    const place = join(shop.dataDir, name);
    await assert.rejects(backUp(shop.env, shop.folder, { place, ...plain }), /cannot contain backups/);
  }
});

test('an encrypted backup leaves the other backups in the data folder as they are', async (t) => {
  const shop = await openShopFolder(t, envOf);
  shop.addFile('aafirst');
  const inside = join(shop.dataDir, 'backup');
  const first = await backUp(shop.env, shop.folder, { place: inside, ...plain });
  const recipient = await makeIdentity(shop.folder, join(shop.folder, 'identity.txt'));
  const place = join(shop.folder, 'other');
  await backUp(shop.env, shop.folder, { place, keep: 7, encryptTo: [recipient] });
  const verified = await verifyBackup(shop.env, shop.folder, { place: inside });
  assert.equal(verified.name, first.name);
});

test('a backup is not restored beside the log of another database, which SQLite would write into it', async (t) => {
  const shop = await openShopFolder(t, envOf);
  shop.addFile('aafirst');
  const place = join(shop.folder, 'place');
  await backUp(shop.env, shop.folder, { place, ...plain });
  const log = join(shop.dataDir, 'photokiosk.db-wal');
  for (const name of ['photokiosk.db', 'photokiosk.db-shm'])
    rmSync(join(shop.dataDir, name), { force: true });
  writeFileSync(log, 'frames of another database');
  await assert.rejects(restoreBackup(shop.env, shop.folder, { place }), /photokiosk\.db-wal exists/);
});
