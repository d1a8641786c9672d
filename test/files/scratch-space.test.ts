import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { AppError } from '../../src/domain/errors.ts';
import { startLeftoverSweep } from '../../src/files/leftover-sweep.ts';
import { openScratchSpace } from '../../src/files/scratch-space.ts';
import { silentLog } from '../support/databases.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';

async function setUp(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-scratch-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const clock = manualClock();
  const random = fixedRandom();
  const scratch = await openScratchSpace({ folder, clock, random });
  return { folder, clock, random, scratch };
}

function hasCode(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code;
}

test('a stream of exactly the maximum size is written unchanged', async (t) => {
  const { scratch } = await setUp(t);
  const chunks = [Buffer.from('abc'), Buffer.from(''), Buffer.from('defg')];
  const path = await scratch.receive(Readable.from(chunks), 7);
  assert.equal(await readFile(path, 'utf8'), 'abcdefg');
});

test('one byte over the maximum size is refused at once, the rest is not read, and no file remains', async (t) => {
  const { folder, scratch } = await setUp(t);
  let produced = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      produced++;
      yield Buffer.alloc(4);
    }
  }
  const source = Readable.from(endless(), { highWaterMark: 1 });
  await assert.rejects(scratch.receive(source, 7), hasCode('body_too_large'));
  assert.ok(produced < 10);
  assert.ok(source.destroyed);
  assert.deepEqual(await readdir(folder), []);
});

test('an interrupted upload fails with malformed_request, and no file remains', async (t) => {
  const { folder, scratch } = await setUp(t);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('abc');
    throw new Error('socket hang up');
  }
  await assert.rejects(scratch.receive(Readable.from(broken()), 100), hasCode('malformed_request'));
  const closed = new Readable({ read() {} });
  const received = scratch.receive(closed, 100);
  closed.push(Buffer.from('abc'));
  closed.destroy();
  await assert.rejects(received, hasCode('malformed_request'));
  assert.deepEqual(await readdir(folder), []);
});

test('an AppError of the stream is passed on unchanged', async (t) => {
  const { scratch } = await setUp(t);
  const source = new Readable({
    read() {
      this.destroy(new AppError('unsupported_media_type', 'Not a form.'));
    },
  });
  await assert.rejects(scratch.receive(source, 100), hasCode('unsupported_media_type'));
});

test('an error of the disk is not reported as an error of the sender', async (t) => {
  const { folder, scratch } = await setUp(t);
  await rm(folder, { recursive: true });
  await assert.rejects(scratch.receive(Readable.from([Buffer.from('abc')]), 100), { code: 'ENOENT' });
});

test('new paths never repeat and are always inside the folder', async (t) => {
  const { folder, scratch } = await setUp(t);
  const paths = Array.from({ length: 100 }, () => scratch.newPath('.jpg'));
  assert.equal(new Set(paths).size, 100);
  for (const path of paths) assert.ok(path.startsWith(`${folder}/`) && path.endsWith('.jpg'));
  assert.throws(() => scratch.newPath('/../x'));
});

test('only files of the folder are removed, and removing a missing file is no error', async (t) => {
  const { folder, scratch } = await setUp(t);
  const path = scratch.newPath('.jpg');
  await writeFile(path, 'x');
  await scratch.remove(path);
  await scratch.remove(path);
  assert.deepEqual(await readdir(folder), []);
  await assert.rejects(scratch.remove('/etc/hostname'), /not a scratch file/);
});

test('openScratchSpace removes files that are older than an hour, and no younger ones', async (t) => {
  const { folder, clock, random } = await setUp(t);
  for (const [name, ageS] of [
    ['old', 3601],
    ['young', 3599],
  ] as const) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), clock.now() / 1000 - ageS, clock.now() / 1000 - ageS);
  }
  await openScratchSpace({ folder, clock, random });
  assert.deepEqual(await readdir(folder), ['young']);
});

test('if no other process uses the folder, openScratchSpace removes every file', async (t) => {
  const { folder, clock, random } = await setUp(t);
  await writeFile(join(folder, 'young'), 'x');
  await openScratchSpace({ folder, clock, random, isAlone: true });
  assert.deepEqual(await readdir(folder), []);
});

test('once an hour, a running process removes the files that are older than an hour, and no younger ones', async (t) => {
  const { folder, clock } = await setUp(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const sweep = startLeftoverSweep([folder], { clock, log: silentLog });
  t.after(() => sweep.stop());
  for (const [name, ageS] of [
    ['old', 3601],
    ['young', 3599],
  ] as const) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), clock.now() / 1000 - ageS, clock.now() / 1000 - ageS);
  }
  t.mock.timers.tick(60 * 60_000 - 1);
  assert.equal((await readdir(folder)).length, 2);
  t.mock.timers.tick(1);
  while ((await readdir(folder)).length > 1) await new Promise(setImmediate);
  assert.deepEqual(await readdir(folder), ['young']);
});
