import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { restorePhoto } from '../../../src/imaging/tasks/restore-photo.ts';
import { drawn, pixelsOf, scratchFolder } from '../pictures.ts';
import { portrait } from '../portraits.ts';
import { onePicture } from '../process/pool-options.ts';

interface Choices {
  readonly isColoured: boolean;
  readonly isEnlarged: boolean;
}
const plain: Choices = { isColoured: false, isEnlarged: false };

function filesIn(t: TestContext) {
  const folder = scratchFolder(t);
  return { sourceFile: join(folder, 'upload.jpg'), targetFile: join(folder, 'result.jpg') };
}

/** Restores the photo, and asserts that the result has the size of the upload, or twice as long sides. */
async function restored(t: TestContext, source: Sharp, choices: Choices) {
  const files = filesIn(t);
  const { width, height } = await source.jpeg({ quality: 95 }).toFile(files.sourceFile);
  const progress: number[] = [];
  const task = { kind: 'restore', ...files, ...choices } as const;
  const outcome = await restorePhoto(task, (fraction) => progress.push(fraction));
  const times = choices.isEnlarged ? 2 : 1;
  const size = { widthPx: times * width, heightPx: times * height };
  assert.deepEqual(outcome, { kind: 'made', size, contentType: 'image/jpeg' });
  const result = await pixelsOf(files.targetFile);
  assert.deepEqual([result.width, result.height], [size.widthPx, size.heightPx]);
  return { ...files, progress, result };
}

test('blank, tiny and narrow pictures and pictures with odd sides are restored', async (t) => {
  for (const [width, height] of [
    [32, 32],
    [1200, 33],
    [33, 1200],
    [321, 199],
  ] as const) {
    await restored(
      t,
      drawn(width, height, () => [200, 200, 200]),
      plain,
    );
    const stripes = drawn(width, height, (x, y) => [(x * 3 + y) % 256, 90, 90]).greyscale();
    await restored(t, stripes, { isColoured: width === 321, isEnlarged: true });
  }
});

test('a colour photo that is only scanned again keeps its colours', async (t) => {
  const { sourceFile, result } = await restored(t, portrait(), plain);
  const before = (await pixelsOf(sourceFile)).data;
  const mean =
    result.data.reduce((sum, value, i) => sum + Math.abs(value - (before[i] ?? 0)), 0) / before.length;
  assert.ok(mean < 2, `${mean} levels`);
});

test('an enlarged photo with colours has twice as long sides, has colours, and reports growing progress', async (t) => {
  const choices = { isColoured: true, isEnlarged: true };
  const { result, progress } = await restored(t, portrait().resize({ width: 300 }).greyscale(), choices);
  let spread = 0;
  for (let p = 0; p < result.data.length; p += 3) {
    spread += Math.abs((result.data[p] ?? 0) - (result.data[p + 2] ?? 0));
  }
  assert.ok((3 * spread) / result.data.length > 5);
  assert.ok(progress.every((fraction, i) => fraction >= (progress[i - 1] ?? 0)) && progress.at(-1) === 1);
});

test('a photo that is too large to enlarge, or cannot be decoded, is refused, and no file is written', async (t) => {
  const files = filesIn(t);
  const task = { kind: 'restore', ...files, ...plain } as const;
  const large = await drawn(2000, 1200, (x) => [x % 256, 0, 0])
    .jpeg()
    .toBuffer();
  for (const [bytes, refusal] of [
    [large, 'too_large_to_enlarge'],
    [large.subarray(0, large.length / 2), 'undecodable'],
  ] as const) {
    writeFileSync(files.sourceFile, bytes);
    const outcome = await restorePhoto({ ...task, isEnlarged: true }, () => undefined);
    assert.deepEqual(outcome, { kind: 'refused', refusal });
    assert.ok(!existsSync(files.targetFile));
  }
});

test('an image process restores forty megapixels, and twelve with colours within 650 MiB', async (t) => {
  const { sourceFile, targetFile } = filesIn(t);
  for (const [width, height, isColoured, memoryMib] of [
    [8000, 5000, false, 900],
    [4000, 3000, true, 650],
  ] as const) {
    await portrait().resize(width, height, { fit: 'fill' }).greyscale().jpeg().toFile(sourceFile);
    const work = createImageProcessPool({ ...onePicture, memoryBytesMax: memoryMib * 2 ** 20 });
    t.after(() => work.close());
    const outcome = await work.run({
      kind: 'restore',
      sourceFile,
      targetFile,
      isColoured,
      isEnlarged: false,
    });
    assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: width, heightPx: height });
    await sharp(targetFile).stats();
  }
});
