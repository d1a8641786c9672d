/** Backups in every kind of place: a folder and a bucket, with and without encryption. */

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { backUp } from '../../cli/local/backup/back-up.ts';
import { makeIdentity } from '../../cli/local/backup/make-identity.ts';
import { restoreBackup, verifyBackup } from '../../cli/local/backup/restore-backup.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';
import { addTombstone, envWith, filesBelow, openShopFolder, restoredFiles } from './backup-files.ts';
import { runCli } from './run-cli.ts';

// Switch off the warning about many listeners: each command that runs in this process opens a log, which adds a
// listener.
process.setMaxListeners(0);

let server: S3Server;
let keys: { readonly folder: string; readonly recipient: string; readonly other: string };
const { dataDir: keyFolder, remove: removeKeys } = temporaryDataDir();
const identity = join(keyFolder, 'identity.txt');
const otherIdentity = join(keyFolder, 'other.txt');

before(async () => {
  server = await startS3Server('backups');
  mkdirSync(keyFolder, { recursive: true });
  const recipient = await makeIdentity(keyFolder, identity);
  keys = { folder: keyFolder, recipient, other: await makeIdentity(keyFolder, otherIdentity) };
});

after(async () => {
  await server.stop();
  await removeKeys();
});

const shopFor = (t: TestContext) => openShopFolder(t, envOf);
const envOf = (dataDir: string) => envWith(dataDir, server);

interface Place {
  readonly name: string;
  readonly address: (folder: string) => string;
  readonly encrypted: boolean;
}

const bucket = (name: string) => `s3://backups/${name}?endpoint=${server.endpoint}`;
const places: readonly Place[] = [
  { name: 'a folder', address: (folder) => join(folder, 'backups'), encrypted: false },
  { name: 'an encrypted folder', address: (folder) => join(folder, 'sealed'), encrypted: true },
  { name: 'a bucket', address: () => bucket('plain'), encrypted: false },
  { name: 'an encrypted bucket', address: () => bucket('sealed'), encrypted: true },
];

function making({ encrypted }: Place) {
  return { keep: 7, encryptTo: encrypted ? [keys.recipient] : [] };
}

function reading({ encrypted }: Place) {
  return encrypted ? { identity } : {};
}

function objectsOf(place: string): string[] {
  if (!place.startsWith('s3:')) return filesBelow(place);
  return filesBelow(join(server.directory, 'backups', new URL(place).pathname));
}

for (const place of places) {
  test(`each file is stored once in ${place.name}, and a restored backup has exactly the files that existed when the backup was made`, async (t) => {
    const shop = await shopFor(t);
    const address = place.address(shop.folder);
    shop.addFile('aafirst');
    const first = await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    assert.deepEqual([first.files, first.copied], [1, 1]);
    // Delete the local state of the backups, because the next backup must not need it.
    rmSync(join(shop.dataDir, 'backup'), { recursive: true, force: true });
    shop.addFile('bbsecond');
    const second = await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    assert.deepEqual([second.files, second.copied], [2, 1]);
    const verified = await verifyBackup(shop.env, shop.folder, { place: address, ...reading(place) });
    assert.deepEqual([verified.name, verified.files], [second.name, 2]);

    const restored = join(shop.folder, 'restored');
    const options = { place: address, name: first.name, ...reading(place) };
    await restoreBackup(envOf(restored), shop.folder, options);
    assert.deepEqual(restoredFiles(restored), { 'icons/aa/aafirst.png': 'the picture aafirst' });
    const leftovers = readdirSync(restored).filter((name) => name.startsWith('restor'));
    assert.deepEqual(leftovers, []);
  });

  test(`a backup in ${place.name} that was interrupted is not complete, and the next one continues it`, async (t) => {
    const shop = await shopFor(t);
    const address = place.address(join(shop.folder, 'interrupted')).replace('?', '/interrupted?');
    for (const name of ['aafirst', 'bbsecond', 'ccthird']) shop.addFile(name);
    if (address.startsWith('s3:')) {
      // The credentials expire after the files are stored.
      server.faults = (method, path) =>
        method === 'PUT' && path.includes('manifest') ? 'unavailable' : undefined;
      t.after(() => {
        server.faults = () => undefined;
      });
      await assert.rejects(backUp(shop.env, shop.folder, { place: address, ...making(place) }));
      server.faults = () => undefined;
    } else {
      await backUp(shop.env, shop.folder, { place: address, ...making(place) });
      for (const file of objectsOf(address)) if (file.includes('manifest.json')) rmSync(file);
    }
    const options = { place: address, ...reading(place) };
    await assert.rejects(verifyBackup(shop.env, shop.folder, options), /contains no complete backup/);
    const next = await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    assert.deepEqual([next.files, next.copied], [3, 0]);
    assert.equal((await verifyBackup(shop.env, shop.folder, options)).files, 3);
  });

  test(`--keep removes older backups in ${place.name}, and the files that no remaining backup contains`, async (t) => {
    const shop = await shopFor(t);
    const address = place.address(join(shop.folder, 'kept')).replace('?', '/kept?');
    const options = { place: address, ...making(place), keep: 1 };
    shop.addFile('aafirst');
    await backUp(shop.env, shop.folder, options);
    rmSync(join(shop.dataDir, 'files'), { recursive: true });
    shop.addFile('bbsecond');
    addTombstone(shop.dataDir, 'ab'.repeat(16));
    await backUp(shop.env, shop.folder, options);
    const count = objectsOf(address).length;
    rmSync(join(shop.dataDir, 'files/erasures'), { recursive: true });
    await backUp(shop.env, shop.folder, options);
    // What remains: the database, the manifest, the second file, and the tombstone, which is never removed.
    assert.equal(objectsOf(address).length, count);
    const restored = join(shop.folder, 'restored');
    const { forgotten } = await restoreBackup(envOf(restored), shop.folder, {
      place: address,
      ...reading(place),
    });
    assert.equal(forgotten, 1);
    assert.deepEqual(Object.keys(restoredFiles(restored)).sort(), [
      `erasures/ab/${'ab'.repeat(16)}.json`,
      'icons/bb/bbsecond.png',
    ]);
  });

  test(`a tombstone that was added to ${place.name} later is applied to an older backup`, async (t) => {
    const shop = await shopFor(t);
    const address = place.address(join(shop.folder, 'erased')).replace('?', '/erased?');
    const older = await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    const tombstone = 'cd'.repeat(16);
    addTombstone(shop.dataDir, tombstone);
    await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    const restored = join(shop.folder, 'restored');
    const options = { place: address, name: older.name, ...reading(place) };
    assert.equal((await restoreBackup(envOf(restored), shop.folder, options)).forgotten, 1);
    assert.deepEqual(Object.keys(restoredFiles(restored)), [`erasures/cd/${tombstone}.json`]);
  });
}

for (const place of places.filter(({ encrypted }) => encrypted)) {
  test(`no object of ${place.name} reveals the content of a stored file or of the database, or the name of a file`, async (t) => {
    const shop = await shopFor(t);
    const address = place.address(join(shop.folder, 'silent')).replace('?', '/silent?');
    shop.addFile('aafirst');
    addTombstone(shop.dataDir, 'ef'.repeat(16));
    await backUp(shop.env, shop.folder, { place: address, ...making(place) });
    const objects = objectsOf(address);
    assert.ok(objects.length >= 4);
    for (const path of objects) {
      const content = readFileSync(path);
      for (const word of ['aafirst', 'efef', 'SQLite', 'icons', 'sqlite"', 'the picture']) {
        assert.ok(!content.includes(word), `${path} contains ${word}`);
        assert.ok(!path.slice(path.lastIndexOf('/silent')).includes(word), path);
      }
      if (address.startsWith('s3:')) continue;
      assert.equal(statSync(path).mode & 0o077, path.endsWith('service.lock') ? 0o044 : 0, path);
    }
  });
}

test('a backup that is made while files move between two stores has the files of both', async (t) => {
  const shop = await shopFor(t);
  const env = { ...shop.env, STORAGE_URL: bucket('moving'), STORAGE_FORMER_URL: 'file:' };
  shop.addFile('aafirst');
  const moved = await runCli(['files', 'move'], env);
  assert.equal(moved.code, 0, moved.err);
  shop.addFile('bbsecond');
  const place = join(shop.folder, 'backups');
  assert.equal((await backUp(env, shop.folder, { place, keep: 7, encryptTo: [] })).files, 2);
  assert.equal((await verifyBackup(env, shop.folder, { place })).files, 2);
});

test('a backup is refused if its recipients, or its lack of recipients, differ from those of the earlier backups in the place', async (t) => {
  const shop = await shopFor(t);
  const [plain, sealed] = [join(shop.folder, 'plain'), join(shop.folder, 'sealed')];
  const create = (place: string, encryptTo: readonly string[]) =>
    backUp(shop.env, shop.folder, { place, keep: 7, encryptTo });
  await create(plain, []);
  await create(sealed, [keys.recipient]);
  await assert.rejects(create(plain, [keys.recipient]), /are not encrypted: choose another place/);
  await assert.rejects(create(sealed, []), /are encrypted: name the recipients with --encrypt-to/);
  await assert.rejects(create(sealed, [keys.other]), /are encrypted to other recipients/);
  await assert.rejects(create(sealed, ['age1nothing']), /age1nothing is not a recipient of age/);
  await assert.rejects(create(join(shop.folder, 'new'), ['ssh-ed25519 AAAA']), /is not a recipient of age/);
});

test('a restore of an encrypted backup without the identity (the private key) is refused with one sentence', async (t) => {
  const shop = await shopFor(t);
  const [plain, sealed] = [join(shop.folder, 'plain'), join(shop.folder, 'sealed')];
  await backUp(shop.env, shop.folder, { place: plain, keep: 7, encryptTo: [] });
  await backUp(shop.env, shop.folder, { place: sealed, keep: 7, encryptTo: [keys.recipient] });
  const verify = (place: string, file?: string) =>
    verifyBackup(shop.env, shop.folder, { place, identity: file });
  await assert.rejects(verify(sealed), /are encrypted: name the file of the identity with --identity/);
  await assert.rejects(verify(sealed, otherIdentity), /is encrypted to other recipients than/);
  await assert.rejects(verify(plain, identity), /are not encrypted: leave out --identity/);
  await assert.rejects(verify(sealed, join(shop.dataDir, 'photokiosk.db')), /is not an identity file of age/);
  await assert.rejects(makeIdentity(shop.folder, identity), /exists: name a new file/);
});

test('a backup that is encrypted to two recipients can be verified with the identity of either recipient', async (t) => {
  const shop = await shopFor(t);
  const place = join(shop.folder, 'sealed');
  shop.addFile('aafirst');
  await backUp(shop.env, shop.folder, { place, keep: 7, encryptTo: [keys.recipient, keys.other] });
  for (const file of [identity, otherIdentity]) {
    assert.equal((await verifyBackup(shop.env, shop.folder, { place, identity: file })).files, 1);
  }
});

test('a changed or truncated object of an encrypted backup is refused, and the error names the damaged part', async (t) => {
  const shop = await shopFor(t);
  const place = join(shop.folder, 'sealed');
  shop.addFile('aafirst');
  await backUp(shop.env, shop.folder, { place, keep: 7, encryptTo: [keys.recipient] });
  for (const [part, what] of [
    ['photokiosk.db.age', 'photokiosk.db'],
    ['files', 'icons/aafirst.png'],
  ] as const) {
    const file = objectsOf(place).find((path) => path.includes(part)) ?? '';
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
    for (const damage of [changed, bytes.subarray(0, bytes.length - 20)]) {
      writeFileSync(file, damage);
      await assert.rejects(verifyBackup(shop.env, shop.folder, { place, identity }), (error) => {
        assert.ok(error instanceof Error);
        assert.equal(error.message, `The backup is damaged: ${what} cannot be decrypted.`);
        return true;
      });
    }
    writeFileSync(file, bytes);
  }
});

test('after a change of the secret key, a backup copies no file to an encrypted place again as long as the former key is listed', async (t) => {
  const shop = await shopFor(t);
  const place = join(shop.folder, 'sealed');
  const options = { place, keep: 1, encryptTo: [keys.recipient] };
  shop.addFile('aafirst');
  await backUp(shop.env, shop.folder, options);
  const next = '2'.repeat(64);
  const listed = { ...shop.env, SECRET_KEY: `${next},${shop.env.SECRET_KEY}` };
  assert.equal((await backUp(listed, shop.folder, options)).copied, 0);
  const replaced = { ...shop.env, SECRET_KEY: next };
  assert.equal((await backUp(replaced, shop.folder, options)).copied, 0);
  const unknown = { ...shop.env, SECRET_KEY: '3'.repeat(64) };
  assert.equal((await backUp(unknown, shop.folder, { ...options, keep: 2 })).copied, 1);
  // The older backup was made with another key, so its files stay.
  const files = () => objectsOf(place).filter((path) => path.includes('/files/')).length;
  assert.equal(files(), 2);
  assert.equal((await backUp(unknown, shop.folder, options)).copied, 0);
  assert.equal(files(), 1);
  assert.equal((await verifyBackup(unknown, shop.folder, { place, identity })).files, 1);
});

test('files stay in a bucket while another backup is unfinished, and are removed a week after it began', async (t) => {
  const shop = await shopFor(t);
  const place = bucket('shared');
  const directory = join(server.directory, 'backups/shared');
  await backUp(shop.env, shop.folder, { place, keep: 1, encryptTo: [] });
  const [{ name }] = [await backUp(shop.env, shop.folder, { place, keep: 2, encryptTo: [] })];
  // Simulate an unfinished backup by another machine, which has stored its database and one file.
  const put = async (object: string) => {
    mkdirSync(dirname(join(directory, object)), { recursive: true });
    for (const file of objectsOf(place).filter((path) => path.includes(`${name}/photokiosk.db`))) {
      const target = `${join(directory, object)}${file.slice(file.indexOf('photokiosk.db') + 13)}`;
      writeFileSync(target, readFileSync(file));
    }
  };
  const nameAt = (at: number) => new Date(at).toISOString().replaceAll(':', '-');
  const running = nameAt(Date.now() - 1000);
  await put(`${running}/photokiosk.db`);
  await put('files/icons/aa/aaother.png');
  const isThere = (word: string) => objectsOf(place).some((path) => path.includes(word));
  await backUp(shop.env, shop.folder, { place, keep: 1, encryptTo: [] });
  assert.deepEqual([isThere('aaother'), isThere(running)], [true, true]);
  rmSync(join(directory, running), { recursive: true });
  const interrupted = nameAt(Date.now() - 8 * 24 * 3_600_000);
  await put(`${interrupted}/photokiosk.db`);
  await backUp(shop.env, shop.folder, { place, keep: 1, encryptTo: [] });
  assert.deepEqual([isThere('aaother'), isThere(interrupted)], [false, false]);
});
