import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { withLocalFile } from '../../src/files/local-file.ts';
import { openScratchSpace } from '../../src/files/scratch-space.ts';
import { scratchFolder } from '../imaging/pictures.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';

function setUp(t: TestContext) {
  const folder = scratchFolder(t);
  const secret = join(folder, 'secret.key');
  writeFileSync(secret, 'the secret');
  const path = join(folder, 'picture.jpg');
  return { folder, secret, path };
}

/** Each function puts something else than a regular file in the place of a picture. */
const wrong: Readonly<Record<string, (secret: string, path: string) => void>> = {
  'a symbolic link': symlinkSync,
  'a hard link': linkSync,
  'a named pipe': (_, path) => void execFileSync('mkfifo', [path]),
};

for (const [name, replace] of Object.entries(wrong)) {
  test(`${name} in the place of a picture is refused`, async (t) => {
    const { folder, secret, path } = setUp(t);
    replace(secret, path);
    await assert.rejects(withLocalFile(path, async () => 'opened'));
    const scratch = await openScratchSpace({ folder, clock: manualClock(), random: fixedRandom() });
    await assert.rejects(scratch.read(path, 1_000));
  });
}

test('a file that is exchanged for a link after it was opened still has its own bytes each time it is read', async (t) => {
  const { folder, secret, path } = setUp(t);
  writeFileSync(path, 'the picture');
  const link = join(folder, 'link');
  symlinkSync(secret, link);
  const found = await withLocalFile(path, async ({ sizeBytes, read }) => {
    renameSync(link, path);
    return [sizeBytes, await text(read()), await text(read(4)), await text(read(4, 3))];
  });
  assert.deepEqual(found, [11, 'the picture', 'picture', 'pic']);
});

test('a file of several pieces is read to its end, and one that becomes shorter makes the read fail', async (t) => {
  const { path } = setUp(t);
  const content = 'photo'.repeat(50_000);
  writeFileSync(path, content);
  await withLocalFile(path, async ({ read }) => {
    assert.equal(await text(read()), content);
    truncateSync(path, 100_000);
    await assert.rejects(text(read()), /shorter/);
  });
});
