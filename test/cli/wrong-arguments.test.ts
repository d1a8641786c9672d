/** Commands that work on this machine exit with 2 and one sentence if an argument, option, variable or file is wrong. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backUp } from '../../cli/local/backup/back-up.ts';
import { makeIdentity } from '../../cli/local/backup/make-identity.ts';
import { temporaryDataDir } from '../support/service-process.ts';
import { openShopFolder, type ShopFolder } from './backup-files.ts';
import { runCli } from './run-cli.ts';

const { dataDir: folder, remove } = temporaryDataDir();
const at = (name: string) => join(folder, name);
const identity = at('identity.txt');
const other = at('other.txt');
let shop: ShopFolder;
let removeShop = () => Promise.resolve();

before(async () => {
  mkdirSync(folder, { recursive: true });
  const later: (() => Promise<void>)[] = [];
  removeShop = async () => {
    for (const each of later) await each();
  };
  const context = { after: (run: () => Promise<void>) => void later.push(run) };
  shop = await openShopFolder(context, (DATA_DIR) => ({ DATA_DIR }));
  const recipient = await makeIdentity(folder, identity);
  await makeIdentity(folder, other);
  await backUp(shop.env, folder, { place: at('plain'), keep: 7, encryptTo: [] });
  await backUp(shop.env, folder, { place: at('sealed'), keep: 7, encryptTo: [recipient] });
  writeFileSync(at('file'), 'no folder');
  symlinkSync(at('not mounted'), at('link'));
});

after(async () => {
  await removeShop();
  await remove();
});

const wrong: readonly (readonly [readonly string[], RegExp])[] = [
  [['backup', at('new'), '--encrypt-to', 'age1bad'], /^age1bad is not a recipient of age/],
  [['backup', at('sealed')], /are encrypted: name the recipients with --encrypt-to/],
  [['backup', at('file')], /^The place of the backups, \S+file, is not a folder: name a folder\.$/],
  [['backup', at('file/below')], /^The place of the backups, \S+below, is not a folder: name a folder\.$/],
  [
    ['backup', at('link/below')],
    /^\S+link is a link to a folder that does not exist: mount the disk or name another place for the backups\.$/,
  ],
  [
    ['backup', at('link')],
    /^\S+link is a link to a folder that does not exist: mount the disk or name another place for the backups\.$/,
  ],
  [['backup', 'verify', at('file')], /^The place of the backups, \S+file, is not a folder: name a folder\.$/],
  [['backup', 'verify', at('link/below')], /^\S+link is a link to a folder that does not exist/],
  [['backup', 'verify', at('plain'), '--name', 'nope'], /contains no complete backup nope\.$/],
  [['backup', 'verify', at('plain'), '--identity', identity], /are not encrypted: leave out --identity\.$/],
  [['backup', 'verify', at('sealed')], /name the file of the identity with --identity\.$/],
  [['backup', 'verify', at('sealed'), '--identity', other], /is encrypted to other recipients than/],
  [['backup', 'verify', at('sealed'), '--identity', at('file')], /is not an identity file of age/],
  [
    ['backup', 'verify', at('sealed'), '--identity', at('none')],
    /none cannot be read \(ENOENT\): name the file of the identity\.$/,
  ],
  [
    ['backup', 'verify', at('sealed'), '--identity', at('plain')],
    /cannot be read \(EISDIR\): name the file of the identity\.$/,
  ],
  [['backup', 'key', identity], /identity\.txt exists: name a new file\.$/],
  [
    ['backup', 'key', at('none/key')],
    /none\/key cannot be written \(ENOENT\): name a file in a folder that exists\.$/,
  ],
  [['files', 'move'], /^Set STORAGE_FORMER_URL/],
  [['database', 'copy', '--to', 'postgres'], /^Set DATABASE_URL/],
];

for (const [args, sentence] of wrong) {
  const name = args.join(' ').replaceAll(`${folder}/`, '');
  test(`photokiosk ${name} exits with 2 and names the cause`, async () => {
    const result = await runCli(args, shop.env);
    assert.equal(result.code, 2, result.err + result.out);
    assert.match(result.err.trimEnd(), sentence);
    assert.doesNotMatch(result.err, /DATA_DIR|\n.*\n/);
    assert.match(readFileSync(identity, 'utf8'), /AGE-SECRET-KEY-/);
  });
}

test('a wrong variable of the service and a wrong address of a bucket exit with 2, and a place without a backup with 1', async () => {
  const variable = await runCli(['backup', at('plain')], { ...shop.env, PORT: 'x' });
  assert.equal(variable.code, 2, variable.err);
  assert.match(variable.err, /PORT/);
  const bucket = await runCli(['backup', 's3://'], shop.env);
  assert.equal(bucket.code, 2, bucket.err);
  assert.match(bucket.err, /The address of the backup/);
  const empty = await runCli(['backup', 'verify', at('empty')], shop.env);
  assert.equal(empty.code, 1, empty.err);
});
