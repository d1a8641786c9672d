import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { makeIcon } from '../../../src/imaging/tasks/make-icon.ts';
import type { IconTask, ImageOutcome } from '../../../src/usecases/ports/image-work.ts';
import { redAndBlue, scratchFolder } from '../pictures.ts';

interface Made {
  readonly outcome: ImageOutcome;
  readonly targetFile: string;
}

async function iconOf(
  t: TestContext,
  source: Sharp | Uint8Array,
  pixelsMax = 16_000_000,
  encoding: IconTask['encoding'] = 'png',
): Promise<Made> {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'icon.txt');
  const targetFile = join(folder, 'icon.png');
  writeFileSync(sourceFile, source instanceof Uint8Array ? source : await source.toBuffer());
  const outcome = await makeIcon({
    ...{ kind: 'icon', sourceFile, targetFile, pixelsMax, sidePxMax: 512, encoding },
  });
  if (outcome.kind === 'refused') assert.equal(existsSync(targetFile), false, 'no file is left');
  return { outcome, targetFile };
}

for (const [name, encode] of [
  ['PNG', (picture: Sharp) => picture.png()],
  ['WebP', (picture: Sharp) => picture.webp()],
] as const) {
  test(`${name} becomes a PNG that fits into the square and keeps its aspect ratio`, async (t) => {
    const { outcome, targetFile } = await iconOf(t, encode(redAndBlue(1024, 768)));
    const size = { widthPx: 512, heightPx: 384 };
    assert.deepEqual(outcome, { kind: 'made', size, contentType: 'image/png' });
    const { format, width, height } = await sharp(targetFile).metadata();
    assert.deepEqual({ format, width, height }, { format: 'png', width: 512, height: 384 });
  });
}

test('a JPEG becomes a WebP picture without metadata if WebP is requested, and is refused as an icon', async (t) => {
  const photo = redAndBlue(1024, 768)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg();
  const { outcome, targetFile } = await iconOf(t, photo, 16_000_000, 'webp');
  const size = { widthPx: 512, heightPx: 384 };
  assert.deepEqual(outcome, { kind: 'made', size, contentType: 'image/webp' });
  const { format, width, exif } = await sharp(targetFile).metadata();
  assert.deepEqual({ format, width, exif }, { format: 'webp', width: 512, exif: undefined });
  assert.equal((await iconOf(t, photo)).outcome.kind, 'refused');
});

test('a small icon is not enlarged, and its transparent pixels stay transparent', async (t) => {
  const create = {
    width: 64,
    height: 64,
    channels: 4,
    background: { r: 255, g: 0, b: 0, alpha: 0 },
  } as const;
  const { outcome, targetFile } = await iconOf(t, sharp({ create }).png());
  assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 64, heightPx: 64 });
  const { channels } = await sharp(targetFile).metadata();
  assert.equal(channels, 4);
  assert.equal((await sharp(targetFile).raw().toBuffer())[3], 0);
});

test('an icon with 16 bits and a wide-gamut profile keeps its colours', async (t) => {
  const create = {
    width: 64,
    height: 64,
    channels: 4,
    background: { r: 200, g: 80, b: 60, alpha: 1 },
  } as const;
  const source = sharp({ create }).toColourspace('rgb16').withIccProfile('p3').png();
  const { targetFile } = await iconOf(t, source);
  const [red = 0, green = 0, blue = 0] = await sharp(targetFile).raw().toBuffer();
  for (const [found, wanted] of [
    [red, 200],
    [green, 80],
    [blue, 60],
  ] as const) {
    assert.ok(Math.abs(found - wanted) <= 4, `${red},${green},${blue}`);
  }
});

test('the PNG of an icon has no metadata', async (t) => {
  const source = redAndBlue(64, 64)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .png();
  const { targetFile } = await iconOf(t, source);
  assert.equal((await sharp(targetFile).metadata()).exif, undefined);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';

test('a file that is not a PNG or WebP is refused, whatever its name', async (t) => {
  const refusals: [string, Sharp | Uint8Array, string][] = [
    ['an SVG', Buffer.from(svg), 'unsupported_format'],
    ['an SVG with a head', Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'unsupported_format'],
    ['a JPEG', redAndBlue(64, 64).jpeg(), 'unsupported_format'],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'not_an_image'],
    ['nothing', Buffer.from(''), 'not_an_image'],
    ['a PNG of two pixels', redAndBlue(2, 2).png(), 'too_small'],
    ['half a PNG', (await redAndBlue(200, 200).png().toBuffer()).subarray(0, 300), 'undecodable'],
    ['a PNG of nothing', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'undecodable'],
  ];
  for (const [name, source, refusal] of refusals) {
    assert.deepEqual((await iconOf(t, source)).outcome, { kind: 'refused', refusal }, name);
  }
});

test('a picture with too many pixels is refused before it is decoded', async (t) => {
  const { outcome } = await iconOf(t, redAndBlue(200, 200).png(), 39_999);
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'too_many_pixels' });
});

test('an image process makes icons', async (t) => {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'received.part');
  const targetFile = join(folder, 'icon.png');
  writeFileSync(sourceFile, await redAndBlue(600, 600).webp().toBuffer());
  const work = createImageProcessPool({
    processesMax: 1,
    queueMax: 1,
    timeoutMs: {
      normalise: 1,
      check: 1,
      measure: 1,
      id_photo: 1,
      colourise: 1,
      restore: 1,
      sheet: 1,
      report: 1,
      icon: 120_000,
    },
    memoryBytesMax: 2 ** 30,
  });
  try {
    const outcome = await work.run({
      kind: 'icon',
      sourceFile,
      targetFile,
      pixelsMax: 1_000_000,
      sidePxMax: 512,
      encoding: 'png',
    });
    assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 512, heightPx: 512 });
    assert.ok(existsSync(targetFile));
  } finally {
    await work.close();
  }
});
