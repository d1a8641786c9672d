/** The guarantees of every file store. Each implementation runs this suite on a store of its own. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { FileMissing, type FileStore } from '../../src/usecases/ports/file-store.ts';

type OpenFileStore = (context: TestContext) => Promise<FileStore>;

export function testFileStore(name: string, open: OpenFileStore): void {
  describe(name, () => {
    testStoring(open);
    testAbsence(open);
    testKeys(open);
  });
}

async function setUp(context: TestContext, open: OpenFileStore) {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-source-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const files = await open(context);
  return {
    files,
    folder,
    async put(key: string, bytes: Uint8Array, contentType = 'image/jpeg') {
      const source = join(folder, 'source');
      await writeFile(source, bytes);
      await files.put(key, source, contentType);
    },
    async read(key: string) {
      const stored = await files.get(key);
      return stored === undefined ? undefined : buffer(await stored.open(null));
    },
  };
}

function testStoring(open: OpenFileStore): void {
  test('get returns the bytes, the size and the content type that were put', async (t) => {
    const { files, put, read } = await setUp(t, open);
    const bytes = randomBytes(300_000);
    await put('uploads/abcdefgh.jpg', bytes);
    const stored = await files.get('uploads/abcdefgh.jpg');
    assert.equal(stored?.sizeBytes, bytes.byteLength);
    assert.equal(stored?.contentType, 'image/jpeg');
    assert.deepEqual(await read('uploads/abcdefgh.jpg'), bytes);
  });

  test('get returns the time at which the file was stored', async (t) => {
    const { files, put } = await setUp(t, open);
    // Stores round down to whole seconds.
    const before = Date.now() - 1_000;
    await put('uploads/abcdefgh.jpg', Buffer.from('photo'));
    const stored = await files.get('uploads/abcdefgh.jpg');
    assert.ok(stored !== undefined && stored.storedAt >= before && stored.storedAt <= Date.now());
  });

  test('get returns each content type unchanged', async (t) => {
    const { files, put } = await setUp(t, open);
    for (const [key, contentType] of [
      ['results/aa00.jpg', 'image/jpeg'],
      ['results/aa01.png', 'image/png'],
      ['results/aa02.webp', 'image/webp'],
    ] as const) {
      await put(key, randomBytes(8), contentType);
      assert.equal((await files.get(key))?.contentType, contentType);
    }
  });

  test('put does not remove or change the source file', async (t) => {
    const { folder, put } = await setUp(t, open);
    await put('uploads/abcdefgh.jpg', Buffer.from('photo'));
    assert.equal(await readFile(join(folder, 'source'), 'utf8'), 'photo');
  });

  test('put refuses a link in the place of the source file, so that a manipulated image process obtains no secret', async (t) => {
    const { files, folder } = await setUp(t, open);
    const secret = join(folder, 'secret');
    await writeFile(secret, 'secret');
    const source = join(folder, 'source');
    for (const replace of [symlink, link]) {
      await replace(secret, source);
      await assert.rejects(files.put('uploads/abcdefgh.jpg', source, 'image/jpeg'));
      assert.equal(await files.get('uploads/abcdefgh.jpg'), undefined);
      await rm(source);
    }
  });

  test('a second put under the same key replaces the whole file', async (t) => {
    const { put, read } = await setUp(t, open);
    await put('results/abcdefgh.jpg', randomBytes(5000));
    await put('results/abcdefgh.jpg', Buffer.from('short'));
    assert.equal((await read('results/abcdefgh.jpg'))?.toString(), 'short');
  });

  test('files whose keys begin with the same text are separate files', async (t) => {
    const { put, read } = await setUp(t, open);
    await put('uploads/abcd.jpg', Buffer.from('1'));
    await put('uploads/abcde.jpg', Buffer.from('2'));
    await put('results/abcd.jpg', Buffer.from('3'));
    assert.equal((await read('uploads/abcd.jpg'))?.toString(), '1');
    assert.equal((await read('uploads/abcde.jpg'))?.toString(), '2');
    assert.equal((await read('results/abcd.jpg'))?.toString(), '3');
  });
}

function testAbsence(open: OpenFileStore): void {
  test('for a missing file, get returns undefined and fetchTo throws FileMissing', async (t) => {
    const { files, folder } = await setUp(t, open);
    assert.equal(await files.get('uploads/nothing.jpg'), undefined);
    await assert.rejects(files.fetchTo('uploads/nothing.jpg', join(folder, 'copy')), FileMissing);
    await assert.rejects(readFile(join(folder, 'copy')), { code: 'ENOENT' });
  });

  test('a fetched file is a copy: changing it changes nothing in the store', async (t) => {
    const { files, folder, put, read } = await setUp(t, open);
    await put('uploads/abcdefgh.jpg', Buffer.from('photo'));
    const copy = join(folder, 'copy.jpg');
    await files.fetchTo('uploads/abcdefgh.jpg', copy);
    assert.equal(await readFile(copy, 'utf8'), 'photo');
    await writeFile(copy, 'other');
    assert.equal((await read('uploads/abcdefgh.jpg'))?.toString(), 'photo');
  });

  test('a removed file is gone, and removing it again is no error', async (t) => {
    const { files, put } = await setUp(t, open);
    await put('uploads/abcdefgh.jpg', Buffer.from('photo'));
    await files.remove('uploads/abcdefgh.jpg');
    assert.equal(await files.get('uploads/abcdefgh.jpg'), undefined);
    await files.remove('uploads/abcdefgh.jpg');
  });

  test('a put that fails does not change an existing file with the same key', async (t) => {
    const { files, folder, put, read } = await setUp(t, open);
    await put('uploads/abcdefgh.jpg', Buffer.from('photo'));
    await assert.rejects(files.put('uploads/abcdefgh.jpg', join(folder, 'no such'), 'image/jpeg'));
    await assert.rejects(files.put('uploads/ijklmnop.jpg', join(folder, 'no such'), 'image/jpeg'));
    assert.equal((await read('uploads/abcdefgh.jpg'))?.toString(), 'photo');
    assert.equal(await files.get('uploads/ijklmnop.jpg'), undefined);
  });

  test('many concurrent puts are all stored', async (t) => {
    const { files, folder } = await setUp(t, open);
    const keys = Array.from({ length: 40 }, (_, i) => `uploads/many${i}.jpg`);
    const source = join(folder, 'source');
    await writeFile(source, 'photo');
    await Promise.all(keys.map((key) => files.put(key, source, 'image/jpeg')));
    for (const key of keys) assert.equal((await files.get(key))?.sizeBytes, 5);
  });
}

function testKeys(open: OpenFileStore): void {
  for (const key of ['../secret.jpg', 'uploads/../x.jpg', '/etc/passwd', 'uploads/.x.jpg', 'uploads', '']) {
    test(`every call refuses the invalid key ${JSON.stringify(key)}`, async (t) => {
      const { files, folder, put } = await setUp(t, open);
      await assert.rejects(put(key, Buffer.from('photo')));
      await assert.rejects(files.get(key));
      await assert.rejects(files.fetchTo(key, join(folder, 'copy')));
      await assert.rejects(files.remove(key));
    });
  }
}
