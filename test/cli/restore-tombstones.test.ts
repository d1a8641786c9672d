/** `photokiosk restore` while a tombstone of an erased customer cannot be read. */

import assert from 'node:assert/strict';
import { existsSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../../cli/local/backup/back-up.ts';
import { makeIdentity } from '../../cli/local/backup/make-identity.ts';
import { restoreBackup } from '../../cli/local/backup/restore-backup.ts';
import { addTombstone, filesBelow, openShopFolder } from './backup-files.ts';

const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, SECRET_KEY: '1'.repeat(64) });

for (const kind of ['a backup', 'an encrypted backup']) {
  test(`while a tombstone cannot be read, a restore of ${kind} puts no database in place, and a later one forgets the customer`, async (t) => {
    const shop = await openShopFolder(t, envOf);
    const place = join(shop.folder, 'backups');
    const file = join(shop.folder, 'identity.txt');
    const isEncrypted = kind === 'an encrypted backup';
    const encryptTo = isEncrypted ? [await makeIdentity(shop.folder, file)] : [];
    const identity = isEncrypted ? { identity: file } : {};
    const older = await backUp(shop.env, shop.folder, { place, keep: 7, encryptTo });
    addTombstone(shop.dataDir, 'cd'.repeat(16));
    await backUp(shop.env, shop.folder, { place, keep: 7, encryptTo });
    const tombstone = filesBelow(place).find((path) => path.includes('/erasures/')) ?? '';
    renameSync(tombstone, join(shop.folder, 'tombstone'));
    symlinkSync('/nonexistent', tombstone);

    const restored = join(shop.folder, 'restored');
    const options = { place, name: older.name, ...identity };
    await assert.rejects(restoreBackup(envOf(restored), shop.folder, options), { name: 'FileMissing' });
    assert.ok(!existsSync(join(restored, 'photokiosk.db')));
    renameSync(join(shop.folder, 'tombstone'), tombstone);
    assert.equal((await restoreBackup(envOf(restored), shop.folder, options)).forgotten, 1);
  });
}
