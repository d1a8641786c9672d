/** Two stores while files move from one to the other, and the move itself. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { type MoveParts, moveFiles } from '../../src/files/move-files.ts';
import { overTwoStores } from '../../src/files/two-stores.ts';
import type { FileStore } from '../../src/usecases/ports/file-store.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';
import { testFileStore } from './file-store-contract.ts';

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-stores-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newStore(context: TestContext): Promise<ListedFiles> {
  return openLocalFiles({ folder: await newFolder(context), clock: manualClock(), random: fixedRandom() });
}

testFileStore('two stores, all files in the current one', async (t) =>
  overTwoStores(await newStore(t), await newStore(t)),
);

testFileStore('two stores, files put into the former one', async (t) => {
  const former = await newStore(t);
  return { ...overTwoStores(await newStore(t), former), put: former.put };
});

interface Setting extends MoveParts {
  readonly service: FileStore;
}

/** A move beside which no other move runs, of files that no row refers to. */
const alone: Pick<MoveParts, 'neededOf' | 'requireAlone'> = {
  neededOf: async () => new Set(),
  requireAlone: async () => {},
};

/** @returns two stores, with `files` in the former one; each file contains its own key. */
async function setUp(t: TestContext, files: number): Promise<Setting & { readonly keys: string[] }> {
  const [from, to] = [await newStore(t), await newStore(t)];
  const folder = await newFolder(t);
  const keys = Array.from({ length: files }, (_, i) => `results/${String(i).padStart(3, '0')}photo.jpg`);
  for (const key of keys) await put(from, key, join(folder, 'source'));
  return { ...alone, from, to, route: 'there', folder, keys, service: overTwoStores(to, from) };
}

async function put(store: FileStore, key: string, localFile: string, content = key): Promise<void> {
  await writeFile(localFile, content);
  await store.put(key, localFile, 'image/jpeg');
}

async function contentIn(store: FileStore, key: string): Promise<string | undefined> {
  const stored = await store.get(key);
  return stored === undefined ? undefined : text(await stored.open(null));
}

async function keysOf(store: ListedFiles): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
}

test('a move carries every file to the other store and leaves none behind', async (t) => {
  const move = await setUp(t, 70);
  const { from, to, keys } = move;
  assert.deepEqual(await moveFiles(move), { files: 70, different: [] });
  assert.deepEqual(await keysOf(from), []);
  assert.deepEqual(await keysOf(to), keys);
  for (const key of keys) assert.equal(await contentIn(to, key), key);
});

test('the service finds every file at every step of a move', async (t) => {
  const move = await setUp(t, 70);
  const { from, folder, keys, service } = move;
  let looks = 0;
  const look = async (key: string) => {
    looks += 1;
    const fetched = join(folder, `fetched-${looks}`);
    assert.equal(await contentIn(service, key), key);
    await service.fetchTo(key, fetched);
    assert.equal(await readFile(fetched, 'utf8'), key);
  };
  const watched: ListedFiles = {
    ...from,
    async remove(key) {
      await look(key);
      await from.remove(key);
      await look(key);
    },
  };
  await moveFiles({ ...move, from: watched });
  assert.equal(looks, 2 * keys.length);
});

test('an interrupted move continues and loses no file', async (t) => {
  const move = await setUp(t, 70);
  const { from, to, keys } = move;
  for (const stopAfter of [0, 5, 33, 60]) {
    let puts = 0;
    const failing: ListedFiles = {
      ...to,
      async put(...args) {
        puts += 1;
        if (puts > stopAfter) throw new Error('the process ends');
        await to.put(...args);
      },
    };
    await moveFiles({ ...move, to: failing }).catch(() => undefined);
  }
  await moveFiles(move);
  assert.deepEqual(await keysOf(from), []);
  assert.deepEqual(await keysOf(to), keys);
});

test('a file that the service deletes while it moves is deleted in both stores', async (t) => {
  const move = await setUp(t, 3);
  const { to, service } = move;
  const key = 'results/001photo.jpg';
  const racing: ListedFiles = {
    ...to,
    async put(name, ...rest) {
      if (name === key) await service.remove(key);
      await to.put(name, ...rest);
    },
  };
  assert.equal((await moveFiles({ ...move, to: racing })).files, 2);
  assert.equal(await contentIn(service, key), undefined);
});

test('a file that the service deletes during a move that then crashes is deleted by the next move', async (t) => {
  const move = await setUp(t, 3);
  const { to, service, keys } = move;
  const key = 'results/001photo.jpg';
  const crashing: ListedFiles = {
    ...to,
    async put(name, ...rest) {
      if (name !== key) return to.put(name, ...rest);
      await service.remove(key);
      await to.put(name, ...rest);
      throw new Error('the process ends');
    },
  };
  await assert.rejects(moveFiles({ ...move, to: crashing }), /the process ends/);
  assert.equal(await contentIn(to, key), key, 'the copy was left behind');
  await moveFiles(move);
  assert.equal(await contentIn(service, key), undefined);
  assert.deepEqual(
    await keysOf(to),
    keys.filter((other) => other !== key),
  );
});

test('a store that returns other bytes than it was given ends the move, and the original stays', async (t) => {
  const move = await setUp(t, 1);
  const { from, to, folder } = move;
  const damaging: ListedFiles = {
    ...to,
    async put(key) {
      await put(to, key, join(folder, 'damaged'), 'other bytes');
    },
  };
  await assert.rejects(moveFiles({ ...move, to: damaging }), /other bytes than it was given/);
  assert.equal(await contentIn(from, 'results/000photo.jpg'), 'results/000photo.jpg');
  assert.equal(await contentIn(to, 'results/000photo.jpg'), undefined);
});

test('a file that differs between the stores is reported and stays in both', async (t) => {
  const move = await setUp(t, 2);
  const { from, to, folder } = move;
  await put(to, 'results/001photo.jpg', join(folder, 'other'), 'other content');
  assert.deepEqual(await moveFiles(move), { files: 1, different: ['results/001photo.jpg'] });
  assert.equal(await contentIn(from, 'results/001photo.jpg'), 'results/001photo.jpg');
  assert.equal(await contentIn(to, 'results/001photo.jpg'), 'other content');
});

/** A store that fails at its first `put`, as if the process ended after it wrote the journal. */
function endsAtPut(store: ListedFiles): ListedFiles {
  return {
    ...store,
    put: async () => {
      throw new Error('the process ends');
    },
  };
}

test('moving the files back after an interrupted move loses no file', async (t) => {
  const there = await setUp(t, 5);
  const { from, to, keys } = there;
  await assert.rejects(moveFiles({ ...there, to: endsAtPut(to) }), /the process ends/);
  assert.deepEqual(await moveFiles({ ...there, from: to, to: from, route: 'back' }), {
    files: 0,
    different: [],
  });
  assert.deepEqual(await keysOf(from), keys);
});

test('a move that another machine has completed since loses no file to which a row refers', async (t) => {
  const move = await setUp(t, 5);
  const { from, to, keys } = move;
  await assert.rejects(moveFiles({ ...move, to: endsAtPut(to) }), /the process ends/);
  await moveFiles({ ...move, folder: await newFolder(t) });
  const again = { ...move, neededOf: async (asked: readonly string[]) => new Set(asked) };
  assert.deepEqual(await moveFiles(again), { files: 0, different: [] });
  assert.deepEqual(await keysOf(from), []);
  assert.deepEqual(await keysOf(to), keys);
});

test('a move that has lost its lock removes nothing', async (t) => {
  const move = await setUp(t, 5);
  const { from, to, keys } = move;
  let isAlone = true;
  const requireAlone = async () => {
    if (!isAlone) throw new Error('the lock was lost');
  };
  // The other move has taken an original after this move has copied it.
  const racing: ListedFiles = {
    ...to,
    async put(...args) {
      await to.put(...args);
      isAlone = false;
      if (args[0] === keys[0]) await from.remove(args[0]);
    },
  };
  await assert.rejects(moveFiles({ ...move, to: racing, requireAlone }), /the lock was lost/);
  assert.deepEqual(await keysOf(from), keys.slice(1));
  assert.equal(await contentIn(to, keys[0] ?? ''), keys[0]);
});
