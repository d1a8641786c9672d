import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { openColourNet } from '../../../src/imaging/nets/colour-net.ts';
import { lightnessOf } from '../../../src/imaging/pixels/lab.ts';
import type { Plane } from '../../../src/imaging/pixels/plane.ts';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { colourisePhoto } from '../../../src/imaging/tasks/colourise-photo.ts';
import { drawn, pixelsOf, scratchFolder } from '../pictures.ts';

/** A photo of people, from a development dependency. */
const photo = fileURLToPath(
  new URL('../../../node_modules/@vladmandic/face-api/demo/sample2.jpg', import.meta.url),
);

interface Colourised {
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly progress: readonly number[];
}

async function colourised(t: TestContext, source: Sharp): Promise<Colourised> {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload.jpg');
  const targetFile = join(folder, 'result.jpg');
  const { width, height } = await source.jpeg({ quality: 95 }).toFile(sourceFile);
  const progress: number[] = [];
  const task = { kind: 'colourise', sourceFile, targetFile } as const;
  const outcome = await colourisePhoto(task, (fraction) => progress.push(fraction));
  const size = { widthPx: width, heightPx: height };
  assert.deepEqual(outcome, { kind: 'made', size, contentType: 'image/jpeg' });
  return { sourceFile, targetFile, progress };
}

async function lightnessOfFile(file: string): Promise<Float32Array> {
  const { width, height, data } = await pixelsOf(file);
  const lightness = new Float32Array(width * height);
  lightnessOf(data, 0, lightness.length, lightness);
  return lightness;
}

/** @returns the mean, over all pixels, of the difference between the highest and the lowest channel (0–255). */
async function meanColourOf(file: string): Promise<number> {
  const { data } = await pixelsOf(file);
  let sum = 0;
  for (let p = 0; p < data.length; p += 3) {
    const [r, g, b] = [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0];
    sum += Math.max(r, g, b) - Math.min(r, g, b);
  }
  return (sum * 3) / data.length;
}

function greyPhoto(): Sharp {
  return sharp(photo).resize({ width: 640 }).greyscale().toColourspace('srgb');
}

test('a grey photo becomes coloured and keeps its size and lightness', async (t) => {
  const { sourceFile, targetFile, progress } = await colourised(t, greyPhoto());
  const mean = await meanColourOf(targetFile);
  assert.ok(mean > 8 && mean < 60, `mean spread of channels ${mean}`);
  const [before, after] = [await lightnessOfFile(sourceFile), await lightnessOfFile(targetFile)];
  let [sum, far] = [0, 0];
  for (let i = 0; i < before.length; i++) {
    const moved = Math.abs((after[i] ?? 0) - (before[i] ?? 0));
    sum += moved;
    if (moved > 2) far += 1;
  }
  // The limits include the change of lightness that JPEG compression at quality 95 causes.
  assert.ok(sum / before.length < 0.5, `lightness moved by ${sum / before.length} on average`);
  assert.ok(far / before.length < 0.01, `${far} of ${before.length} pixels moved by more than 2`);
  assert.ok(progress.every((fraction, i) => fraction > (progress[i - 1] ?? 0)) && progress.at(-1) === 1);
});

test('a sepia print gets the same colours as the grey print', async (t) => {
  const grey = await colourised(t, greyPhoto());
  const toSepia: Parameters<Sharp['recomb']>[0] = [
    [0.4, 0.76, 0.19],
    [0.33, 0.64, 0.16],
    [0.26, 0.5, 0.12],
  ];
  const sepia = await colourised(t, greyPhoto().recomb(toSepia));
  const small = (file: string): Promise<Buffer> =>
    sharp(file).resize(16, 11, { fit: 'fill' }).raw().toBuffer();
  const [a, b] = [await small(grey.targetFile), await small(sepia.targetFile)];
  const warmth = (pixels: Buffer, p: number): number => (pixels[p] ?? 0) - (pixels[p + 2] ?? 0);
  const apart = Array.from({ length: 16 * 11 }, (_, i) => Math.abs(warmth(a, i * 3) - warmth(b, i * 3)));
  // In the sepia print, red minus blue is about 40 levels higher than in the grey print. In the results it must be
  // equal.
  const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length;
  assert.ok(mean < 6, `${mean} levels apart`);
});

test('a grey picture of one level stays nearly grey', async (t) => {
  for (const level of [10, 245]) {
    const { targetFile } = await colourised(
      t,
      drawn(300, 200, () => [level, level, level]),
    );
    const mean = await meanColourOf(targetFile);
    assert.ok(mean < 12, `level ${level}: mean spread of channels ${mean}`);
  }
});

test('narrow strips, tiny pictures and pictures with odd sides keep their size', async (t) => {
  for (const [width, height] of [
    [2400, 33],
    [33, 2400],
    [40, 40],
    [641, 479],
  ] as const) {
    await colourised(t, drawn(width, height, (x, y) => [(x * 3 + y) % 256, 0, 0]).greyscale());
  }
});

test('a photo that cannot be decoded is refused, and no file is written', async (t) => {
  const folder = scratchFolder(t);
  const [sourceFile, targetFile] = [join(folder, 'upload.jpg'), join(folder, 'result.jpg')];
  const whole = await greyPhoto().jpeg().toBuffer();
  writeFileSync(sourceFile, whole.subarray(0, whole.length / 2));
  const outcome = await colourisePhoto({ kind: 'colourise', sourceFile, targetFile }, () => undefined);
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'undecodable' });
  assert.ok(!existsSync(targetFile));
});

function mirrored({ width, height, data }: Plane): Plane {
  const from = (i: number): number => data[i - 2 * (i % width) + width - 1] ?? 0;
  return { width, height, data: data.map((_, i) => from(i)) };
}

test('the chroma of the mirror image of a picture is the mirror image of its chroma', async () => {
  const net = await openColourNet(null);
  const { data, info } = await greyPhoto().extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const lightness = { ...info, data: Float32Array.from(data, (value) => value / 2.55) };
  const straight = await net.predict(lightness);
  const turned = mirrored((await net.predict(mirrored(lightness))).a);
  straight.a.data.forEach((value, i) => {
    const other = turned.data[i] ?? 0;
    assert.ok(Math.abs(value - other) < 0.5, `${value} and ${other} at ${i}`);
  });
});

test('an operator’s net is used instead of the service’s own', async (t) => {
  const folder = scratchFolder(t);
  const [sourceFile, targetFile] = [join(folder, 'upload.jpg'), join(folder, 'result.jpg')];
  await greyPhoto().jpeg().toFile(sourceFile);
  const task = { kind: 'colourise', sourceFile, targetFile } as const;
  const netFile = fileURLToPath(new URL('../../../models/colourise.onnx', import.meta.url));
  assert.equal((await colourisePhoto(task, () => undefined, { netFile })).kind, 'made');
  const missing = { netFile: join(folder, 'none.onnx') };
  await assert.rejects(
    colourisePhoto(task, () => undefined, missing),
    { code: 'ENOENT' },
  );
});

test('an image process colourises twelve megapixels twice within 450 MiB', async (t) => {
  const folder = scratchFolder(t);
  const [sourceFile, targetFile] = [join(folder, 'upload.jpg'), join(folder, 'result.jpg')];
  await sharp(photo).resize(4000, 3000, { fit: 'fill' }).greyscale().jpeg().toFile(sourceFile);
  const work = createImageProcessPool({
    processesMax: 1,
    queueMax: 1,
    timeoutMs: {
      normalise: 1,
      check: 1,
      measure: 1,
      id_photo: 1,
      colourise: 120_000,
      restore: 1,
      sheet: 1,
      report: 1,
      icon: 1,
    },
    memoryBytesMax: 450 * 2 ** 20,
  });
  t.after(() => work.close());
  for (let round = 0; round < 2; round++) {
    const outcome = await work.run({ kind: 'colourise', sourceFile, targetFile });
    assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 4000, heightPx: 3000 });
  }
});
