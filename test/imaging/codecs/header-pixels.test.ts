import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Sharp } from 'sharp';
import { headerPixels } from '../../../src/imaging/codecs/header-pixels.ts';
import { redAndBlue, scratchFolder } from '../pictures.ts';

const encodings: readonly (readonly [string, (picture: Sharp) => Sharp])[] = [
  ['JPEG', (picture) => picture.jpeg()],
  ['progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
  ['JPEG with a profile and EXIF', (picture) => picture.withIccProfile('p3').withMetadata().jpeg()],
  ['PNG', (picture) => picture.png()],
  ['WebP', (picture) => picture.webp()],
  ['lossless WebP', (picture) => picture.webp({ lossless: true })],
  ['WebP with a profile', (picture) => picture.withIccProfile('p3').webp()],
  ['AVIF', (picture) => picture.avif({ effort: 0 })],
  ['TIFF', (picture) => picture.tiff({ compression: 'lzw' })],
];

for (const [name, encode] of encodings) {
  test(`the number of pixels of a ${name} is read from its header`, async (t) => {
    const file = join(scratchFolder(t), 'upload');
    await encode(redAndBlue(301, 203)).toFile(file);
    assert.equal(await headerPixels(file), 301 * 203);
  });
}

test('for a header that is cut off or broken, headerPixels returns null or a number and never throws', async (t) => {
  const folder = scratchFolder(t);
  const whole = await Promise.all(encodings.map(([, encode]) => encode(redAndBlue(64, 64)).toBuffer()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.nat(600),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
      async (bytes, length, changes) => {
        const broken = Buffer.from(bytes.subarray(0, length));
        for (const [at, value] of changes) if (at < broken.length) broken[at] = value;
        const file = join(folder, 'broken');
        writeFileSync(file, broken);
        const pixels = await headerPixels(file);
        assert.ok(pixels === null || pixels >= 0);
      },
    ),
    { numRuns: 300 },
  );
});

test('headerPixels returns null for a text file and rejects for a missing file', async (t) => {
  const file = join(scratchFolder(t), 'text');
  writeFileSync(file, 'order number 17');
  assert.equal(await headerPixels(file), null);
  await assert.rejects(headerPixels(`${file}x`), { code: 'ENOENT' });
});

test('headerPixels does not wait for the writer of a named pipe', async (t) => {
  const file = join(scratchFolder(t), 'pipe');
  execFileSync('mkfifo', [file]);
  await assert.rejects(headerPixels(file), { code: 'ESPIPE' });
});
