import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { normalise } from '../../../src/imaging/tasks/normalise.ts';
import type { ImageOutcome } from '../../../src/usecases/ports/image-work.ts';
import { greyProfile, withProfile } from '../grey-profile.ts';
import { blackPng, drawn, pixelsOf, redAndBlue, scratchFolder } from '../pictures.ts';

interface Normalised {
  readonly outcome: ImageOutcome;
  readonly targetFile: string;
}

async function normalised(
  t: TestContext,
  source: Sharp | Uint8Array,
  sizeBytesMax = 15_000_000,
): Promise<Normalised> {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload.txt');
  const targetFile = join(folder, 'photo.jpg');
  writeFileSync(sourceFile, source instanceof Uint8Array ? source : await source.toBuffer());
  const task = { kind: 'normalise', sourceFile, targetFile, pixelsMax: 40_000_000, sizeBytesMax } as const;
  const outcome = await normalise(task, () => undefined);
  if (outcome.kind === 'refused') assert.deepEqual(readdirSync(folder), ['upload.txt'], 'no file is left');
  return { outcome, targetFile };
}

async function assertNear(file: string, x: number, y: number, expected: readonly number[], within = 8) {
  const found = (await pixelsOf(file)).at(x, y);
  const isNear = expected.every((value, i) => Math.abs(value - (found[i] ?? Number.NaN)) <= within);
  assert.ok(isNear && found.length === 3, `pixel ${x},${y} is ${found}, expected ${expected}`);
}

const encodings: readonly (readonly [string, (picture: Sharp) => Sharp])[] = [
  ['JPEG', (picture) => picture.jpeg({ quality: 95 })],
  ['progressive JPEG', (picture) => picture.jpeg({ quality: 95, progressive: true })],
  ['PNG', (picture) => picture.png()],
  ['interlaced PNG', (picture) => picture.png({ progressive: true })],
  ['palette PNG', (picture) => picture.png({ palette: true })],
  ['16-bit PNG', (picture) => picture.toColourspace('rgb16').png()],
  ['WebP', (picture) => picture.webp({ quality: 95 })],
  ['AVIF', (picture) => picture.avif({ quality: 90, effort: 0, chromaSubsampling: '4:4:4' })],
  ['TIFF', (picture) => picture.tiff({ compression: 'lzw' })],
];

for (const [name, encode] of encodings) {
  test(`${name} becomes a JPEG of the same size and colours, whatever the file’s name`, async (t) => {
    const { outcome, targetFile } = await normalised(t, encode(redAndBlue(96, 64)));
    assert.deepEqual(outcome, {
      kind: 'made',
      size: { widthPx: 96, heightPx: 64 },
      contentType: 'image/jpeg',
    });
    const { format, channels, depth, space } = await sharp(targetFile).metadata();
    assert.deepEqual(
      { format, channels, depth, space },
      { format: 'jpeg', channels: 3, depth: 'uchar', space: 'srgb' },
    );
    await assertNear(targetFile, 20, 30, [212, 12, 12], 24);
    await assertNear(targetFile, 76, 30, [12, 12, 212], 24);
  });
}

test('a CMYK picture becomes an sRGB JPEG', async (t) => {
  const { outcome, targetFile } = await normalised(t, redAndBlue(96, 64).toColourspace('cmyk').jpeg());
  assert.equal(outcome.kind, 'made');
  const [red = 0, green = 255, blue = 255] = (await pixelsOf(targetFile)).at(20, 30);
  assert.ok(red > 150 && green < 90 && blue < 90, `${red},${green},${blue} is red`);
});

test('a grey picture becomes a JPEG with three equal channels', async (t) => {
  const { targetFile } = await normalised(
    t,
    drawn(64, 64, (x) => [x * 4])
      .toColourspace('b-w')
      .jpeg(),
  );
  await assertNear(targetFile, 32, 32, [128, 128, 128], 3);
});

test('a 16-bit grey picture keeps its grey levels', async (t) => {
  const { targetFile } = await normalised(
    t,
    drawn(64, 64, () => [90])
      .toColourspace('grey16')
      .png(),
  );
  await assertNear(targetFile, 32, 32, [90, 90, 90], 3);
});

test('a grey picture with a profile becomes equally light with 16 bits and with 8 bits', async (t) => {
  const levels: Record<string, readonly number[]> = {};
  for (const space of ['b-w', 'grey16']) {
    const png = await drawn(64, 64, () => [90])
      .toColourspace(space)
      .png()
      .toBuffer();
    const { targetFile } = await normalised(t, withProfile(png, greyProfile(1.5)));
    levels[space] = (await pixelsOf(targetFile)).at(32, 32);
  }
  const [level = 0] = levels['b-w'] ?? [];
  assert.ok(level > 110, `${level}: the profile is lighter than sRGB`);
  assert.deepEqual(levels.grey16, levels['b-w']);
});

test('a picture with a wide-gamut profile is converted to sRGB', async (t) => {
  const { targetFile } = await normalised(
    t,
    drawn(64, 64, () => [200, 80, 60])
      .withIccProfile('p3')
      .png(),
  );
  await assertNear(targetFile, 32, 32, [200, 80, 60]);
  assert.equal((await sharp(targetFile).metadata()).icc, undefined);
});

test('a picture with 16 bits keeps its colours, with a wide-gamut profile and without a profile', async (t) => {
  const deep = () => drawn(64, 64, () => [200, 80, 60]).toColourspace('rgb16');
  for (const picture of [deep().withIccProfile('p3').png(), deep().png()]) {
    const { targetFile } = await normalised(t, picture);
    await assertNear(targetFile, 32, 32, [200, 80, 60]);
    assert.equal((await sharp(targetFile).metadata()).icc, undefined);
  }
});

test('transparent pixels become white', async (t) => {
  const { targetFile } = await normalised(t, drawn(64, 64, (x) => [0, 0, 0, x < 32 ? 0 : 255]).png());
  await assertNear(targetFile, 10, 10, [255, 255, 255], 3);
  await assertNear(targetFile, 50, 10, [0, 0, 0], 3);
});

test('transparent pixels of a 16-bit picture become white', async (t) => {
  const picture = drawn(64, 64, (x) => [0, 0, 0, x < 32 ? 0 : 255])
    .toColourspace('rgb16')
    .png();
  await assertNear((await normalised(t, picture)).targetFile, 10, 10, [255, 255, 255], 3);
});

test('an animated picture is stored as its first frame', async (t) => {
  const frames = new Uint8Array(64 * 64 * 2 * 3).fill(40, 0, 64 * 64 * 3).fill(220, 64 * 64 * 3);
  const raw = { width: 64, height: 128, channels: 3, pageHeight: 64 } as const;
  const { outcome, targetFile } = await normalised(t, sharp(frames, { raw }).webp({ lossless: true }));
  assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 64, heightPx: 64 });
  await assertNear(targetFile, 32, 32, [40, 40, 40], 3);
});

test('a photo with EXIF orientation 6 is rotated: its left side becomes the top', async (t) => {
  const picture = redAndBlue(96, 64).withMetadata({ orientation: 6 }).jpeg();
  const { outcome, targetFile } = await normalised(t, picture);
  assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 64, heightPx: 96 });
  await assertNear(targetFile, 30, 15, [212, 12, 12], 24);
  await assertNear(targetFile, 30, 80, [12, 12, 212], 24);
  assert.equal((await sharp(targetFile).metadata()).orientation, undefined);
});

test('the stored photo has no location, camera or other metadata', async (t) => {
  const picture = redAndBlue(96, 64)
    .withExif({ IFD0: { Model: 'SecretCam' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
    .jpeg();
  const upload = await picture.toBuffer();
  for (const secret of ['SecretCam', 'SecretPlace']) assert.ok(upload.includes(secret));
  const { targetFile } = await normalised(t, upload);
  assert.doesNotMatch(readFileSync(targetFile, 'latin1'), /Secret|Exif|xmp|GPS/i);
});

for (const [name, encode] of encodings.slice(0, 8)) {
  test(`${name} that ends too early is refused as undecodable`, async (t) => {
    const whole = await encode(redAndBlue(400, 300)).toBuffer();
    const { outcome } = await normalised(t, whole.subarray(0, Math.floor(whole.length * 0.6)));
    assert.deepEqual(outcome, { kind: 'refused', refusal: 'undecodable' });
  });
}

/** A TIFF file of 32 × 32 pixels in CIELAB with 8 bits per channel. */
function labTiff(): Buffer {
  const [side, pixelsAt] = [32, 128];
  const entries = [
    [256, 4, side], // ImageWidth
    [257, 4, side], // ImageLength
    [258, 3, 8], // BitsPerSample
    [259, 3, 1], // Compression: none
    [262, 3, 8], // PhotometricInterpretation: CIELAB
    [273, 4, pixelsAt], // StripOffsets
    [277, 3, 3], // SamplesPerPixel
    [278, 4, side], // RowsPerStrip
    [279, 4, 3 * side * side], // StripByteCounts
  ] as const;
  const file = Buffer.alloc(pixelsAt + 3 * side * side);
  file.write('II*\0\x08\0\0\0', 'latin1');
  file.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  });
  return file;
}

const refusals: readonly (readonly [string, string, string])[] = [
  ['text', 'not_an_image', 'order number 17'],
  ['an empty file', 'not_an_image', ''],
  ['an SVG', 'unsupported_format', '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'],
  ['a GIF', 'unsupported_format', 'GIF89a\x40\0\x40\0\x80\0\0'],
  ['a HEIC', 'unsupported_format', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['an AVIF film', 'unsupported_format', '\0\0\0\x20ftypavis\0\0\0\0avifavismsf1miaf'],
  ['a TIFF of Lab colours with 8 bits', 'unsupported_format', labTiff().toString('latin1')],
  ['a JPEG that ends after its header marker', 'undecodable', '\xff\xd8\xff\xe0\0'],
];

for (const [name, refusal, bytes] of refusals) {
  test(`${name} is refused as ${refusal}`, async (t) => {
    const { outcome } = await normalised(t, Buffer.from(bytes, 'latin1'));
    assert.deepEqual(outcome, { kind: 'refused', refusal });
  });
}

test('a picture with a side below 32 pixels is refused as too small', async (t) => {
  const { outcome } = await normalised(t, redAndBlue(31, 200).png());
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'too_small' });
});

test('a small file with 900 million pixels is refused by its header, within 1.5 s of processor time and 50 MiB', async (t) => {
  const bomb = blackPng(30_000, 30_000);
  const rssBefore = process.memoryUsage.rss();
  const start = process.cpuUsage();
  const { outcome } = await normalised(t, bomb);
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'too_many_pixels' });
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 1_500_000);
  assert.ok(process.memoryUsage.rss() - rssBefore < 50 * 2 ** 20);
});

test('a picture with a side longer than a JPEG allows is refused even if it has few pixels', async (t) => {
  const { outcome } = await normalised(t, blackPng(70_000, 40));
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'too_many_pixels' });
});

test('normalise rejects for a missing file instead of refusing the photo', async (t) => {
  const folder = scratchFolder(t);
  const [sourceFile, targetFile] = [join(folder, 'none'), join(folder, 'photo.jpg')];
  const task = { kind: 'normalise', sourceFile, targetFile, pixelsMax: 1_000_000, sizeBytesMax: 1 } as const;
  await assert.rejects(
    normalise(task, () => undefined),
    { code: 'ENOENT' },
  );
  assert.ok(!existsSync(targetFile));
});

/** A regular pattern of two colours that change every few pixels, so that its PNG is small and its JPEG is large. */
const checked = (width: number, height: number) =>
  drawn(width, height, (x, y) => ((x * y) % 3 === 0 ? [255, 0, 90] : [0, 200, 10]));

test('a picture whose JPEG would be too large is written with a lower quality and the same width and height', async (t) => {
  const source = await checked(900, 600).png().toBuffer();
  const unbounded = statSync((await normalised(t, source)).targetFile).size;
  assert.ok(unbounded > 5 * source.length, `${source.length} bytes become ${unbounded}`);
  const bound = Math.floor(unbounded * 0.8);
  const { outcome, targetFile } = await normalised(t, source, bound);
  assert.deepEqual(outcome.kind === 'made' && outcome.size, { widthPx: 900, heightPx: 600 });
  assert.ok(statSync(targetFile).size <= bound);
});

test('a photo whose JPEG is too large even at the lower quality is shrunk and keeps its aspect ratio', async (t) => {
  const source = await checked(900, 600).png().toBuffer();
  const bound = 60_000;
  const { outcome, targetFile } = await normalised(t, source, bound);
  assert.ok(outcome.kind === 'made');
  const { widthPx, heightPx } = outcome.size;
  assert.ok(widthPx < 900 && Math.abs(widthPx / heightPx - 1.5) < 0.02, `${widthPx} × ${heightPx}`);
  assert.ok(statSync(targetFile).size <= bound, `${statSync(targetFile).size} bytes`);
});

test('after a failure of the machine, normalise rejects with the system’s error code instead of refusing the photo', async (t) => {
  const sourceFile = join(scratchFolder(t), 'upload');
  await redAndBlue(64, 64).png().toFile(sourceFile);
  const task = { kind: 'normalise', sourceFile, pixelsMax: 1e6, sizeBytesMax: 1e6 } as const;
  await assert.rejects(
    normalise({ ...task, targetFile: '/dev/full' }, () => undefined),
    { code: 'ENOSPC' },
  );
});
