import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';
import { testFileStore } from './file-store-contract.ts';

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-files-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const tools = () => ({ clock: manualClock(), random: fixedRandom() });

testFileStore('a folder', async (context) =>
  openLocalFiles({ folder: await newFolder(context), ...tools() }),
);

test('a put that fails leaves no incomplete file behind', async (t) => {
  const folder = await newFolder(t);
  const files = await openLocalFiles({ folder, ...tools() });
  // A file in the place of the target folder makes the last step fail.
  const source = join(folder, 'source');
  await writeFile(source, 'photo');
  await files.put('uploads/abcd.jpg', source, 'image/jpeg');
  await rm(join(folder, 'uploads/ab'), { recursive: true });
  await writeFile(join(folder, 'uploads/ab'), 'in the way');
  await assert.rejects(files.put('uploads/abcd.jpg', source, 'image/jpeg'));
  assert.deepEqual(await readdir(join(folder, '.incoming')), []);
});

test('openLocalFiles removes incomplete files that are older than an hour, and no younger ones', async (t) => {
  const folder = await newFolder(t);
  const { clock, random } = tools();
  await openLocalFiles({ folder, clock, random });
  for (const [name, ageS] of [
    ['old', 3601],
    ['young', 3599],
  ] as const) {
    const file = join(folder, '.incoming', name);
    await writeFile(file, 'half');
    await utimes(file, clock.now() / 1000 - ageS, clock.now() / 1000 - ageS);
  }
  await openLocalFiles({ folder, clock, random });
  assert.deepEqual(await readdir(join(folder, '.incoming')), ['young']);
});

test('other users of the machine cannot read the photos', async (t) => {
  const folder = join(await newFolder(t), 'files');
  const files = await openLocalFiles({ folder, ...tools() });
  const source = join(folder, '.incoming', 'source');
  await writeFile(source, 'photo', { mode: 0o644 });
  await files.put('uploads/abcd.jpg', source, 'image/jpeg');
  assert.equal((await stat(join(folder, 'uploads/ab/abcd.jpg'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'uploads/ab'))).mode & 0o777, 0o700);
});

test('a key whose extension does not match the content type is refused', async (t) => {
  const folder = await newFolder(t);
  const files = await openLocalFiles({ folder, ...tools() });
  const source = join(folder, 'source');
  await writeFile(source, 'photo');
  await assert.rejects(files.put('uploads/abcd.jpg', source, 'image/png'), /cannot hold image\/png/);
  await assert.rejects(files.put('uploads/abcd.exe', source, 'image/png'), /invalid file key/);
});
