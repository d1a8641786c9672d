import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import {
  type BackgroundColour,
  backgroundColours,
  backgroundRgb,
  type IdPhotoSize,
  idPhotoSizes,
  oneInch,
} from '../../../src/domain/goods/id-photo.ts';
import { detectFaces } from '../../../src/imaging/nets/face-detector.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import type { ImageOutcome } from '../../../src/usecases/ports/image-work.ts';
import { groupFile, portrait, temporaryFolder } from '../portraits.ts';

interface Made {
  readonly outcome: ImageOutcome;
  /** The names of the files in the folder after the task, without the source file. */
  readonly written: readonly string[];
  /** The JPEG of the ID photo; absent if the photo was refused. */
  readonly jpeg?: Buffer;
}

async function make(
  source: Sharp | Uint8Array,
  background: BackgroundColour = 'blue',
  size: IdPhotoSize = oneInch,
): Promise<Made> {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('source');
  const targetFile = folder.file('target.jpg');
  await writeFile(
    sourceFile,
    source instanceof Uint8Array ? source : await source.jpeg({ quality: 95 }).toBuffer(),
  );
  const outcome = await makeIdPhoto(
    { kind: 'id_photo', sourceFile, targetFile, size, background, isCorrected: false },
    () => {},
  );
  const written = (await readdir(dirname(targetFile))).filter((name) => name !== 'source');
  return outcome.kind === 'made'
    ? { outcome, written, jpeg: await readFile(targetFile) }
    : { outcome, written };
}

async function pixelsOf(jpeg: Buffer | undefined): Promise<Buffer> {
  assert.ok(jpeg !== undefined, 'no picture was made');
  return sharp(jpeg).raw().toBuffer();
}

/** @returns the share of the pixels whose channels differ from the background by at most `tolerance`. */
function countBackground(pixels: Buffer, background: BackgroundColour, tolerance: number): number {
  const [red, green, blue] = backgroundRgb[background];
  let count = 0;
  for (let i = 0; i < pixels.length; i += 3) {
    const isBackground =
      Math.abs((pixels[i] ?? 0) - red) <= tolerance &&
      Math.abs((pixels[i + 1] ?? 0) - green) <= tolerance &&
      Math.abs((pixels[i + 2] ?? 0) - blue) <= tolerance;
    if (isBackground) count++;
  }
  return count / (pixels.length / 3);
}

async function meanDifference(a: Buffer | undefined, b: Buffer | undefined): Promise<number> {
  const [first, second] = [await pixelsOf(a), await pixelsOf(b)];
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += Math.abs((first[i] ?? 0) - (second[i] ?? 0));
  return sum / first.length;
}

/** @returns the mean square of the differences between neighbouring pixels of a row. */
async function sharpness(jpeg: Buffer | undefined): Promise<number> {
  const pixels = await pixelsOf(jpeg);
  let sum = 0;
  for (let i = 3; i < pixels.length; i++) sum += ((pixels[i] ?? 0) - (pixels[i - 3] ?? 0)) ** 2;
  return sum / pixels.length;
}

function refusalOf({ outcome }: Made): string {
  return outcome.kind === 'refused' ? outcome.refusal : outcome.kind;
}

describe('makeIdPhoto', () => {
  for (const background of backgroundColours) {
    it(`makes 295 × 413 px with a flat ${background} background`, async () => {
      const { outcome, written, jpeg } = await make(portrait(), background);
      assert.deepEqual(outcome, {
        kind: 'made',
        size: { widthPx: 295, heightPx: 413 },
        contentType: 'image/jpeg',
      });
      assert.deepEqual(written, ['target.jpg'], 'no partial file is left');
      const pixels = await pixelsOf(jpeg);
      assert.equal(pixels.length, 295 * 413 * 3);
      const topRows = pixels.subarray(0, 295 * 10 * 3);
      assert.equal(
        countBackground(topRows, background, 2),
        1,
        'the top rows have exactly the ordered colour',
      );
      const share = countBackground(pixels, background, 2);
      assert.ok(share > 0.2 && share < 0.6, `the background takes ${share}`);
    });
  }

  it('makes a five-inch photo, whose matte is upsampled, with a flat background', async () => {
    const size = idPhotoSizes.five_inch;
    const enlarged = sharp(await portrait().png().toBuffer()).resize({ width: 1250 });
    const pixels = await pixelsOf((await make(enlarged, 'red', size)).jpeg);
    assert.equal(pixels.length, 1050 * 1499 * 3);
    assert.equal(countBackground(pixels.subarray(0, 1050 * 36 * 3), 'red', 2), 1);
    const share = countBackground(pixels, 'red', 2);
    assert.ok(share > 0.2 && share < 0.6, `the background takes ${share}`);
  });

  it('writes 300 dpi to JFIF and to EXIF', async () => {
    const { jpeg } = await make(portrait());
    assert.ok(jpeg !== undefined);
    assert.equal(jpeg.toString('latin1', 6, 10), 'JFIF');
    assert.deepEqual([jpeg[13], jpeg.readUInt16BE(14), jpeg.readUInt16BE(16)], [1, 300, 300]);
    const metadata = await sharp(jpeg).metadata();
    assert.equal(metadata.density, 300);
    assert.equal(metadata.chromaSubsampling, '4:4:4');
    assert.ok(metadata.exif !== undefined);
  });

  it('puts the crown 9 % of the height below the upper edge', async () => {
    const { jpeg } = await make(portrait(), 'red');
    const pixels = await pixelsOf(jpeg);
    const [red, green, blue] = backgroundRgb.red;
    const isPerson = (x: number, y: number) => {
      const i = (y * 295 + x) * 3;
      const distance =
        Math.abs((pixels[i] ?? 0) - red) +
        Math.abs((pixels[i + 1] ?? 0) - green) +
        Math.abs((pixels[i + 2] ?? 0) - blue);
      return distance > 60;
    };
    const columns = Array.from({ length: 295 }, (_, x) => x);
    const rows = Array.from({ length: 413 }, (_, y) => y);
    const crown = rows.find((y) => columns.filter((x) => isPerson(x, y)).length >= 8) ?? 0;
    assert.ok(Math.abs(crown / 413 - 0.09) < 0.02, `crown at ${crown / 413}`);
  });

  it('makes the same ID photo from a photo that is stored on its side, with or without an EXIF orientation tag', async () => {
    const upright = await make(portrait());
    const turned = await portrait().jpeg({ quality: 95 }).toBuffer();
    const onItsSide = await make(sharp(turned).rotate(90));
    const tagged = await make(sharp(turned).rotate(-90).withMetadata({ orientation: 6 }));
    assert.ok((await meanDifference(upright.jpeg, onItsSide.jpeg)) < 3);
    assert.ok((await meanDifference(upright.jpeg, tagged.jpeg)) < 3);
  });

  it('samples a small head from the photo at full size, not from the shrunken photo in which faces are searched', async () => {
    const small = await sharp(
      await portrait().extend({ left: 1400, right: 1400, top: 900, background: '#b9c4c9' }).toBuffer(),
    )
      .jpeg({ quality: 95 })
      .toBuffer();
    const alone = await sharpness((await make(portrait())).jpeg);
    const fromLarge = await sharpness((await make(small)).jpeg);
    const fromShrunken = await sharpness((await make(sharp(small).resize({ width: 2000 }))).jpeg);
    assert.ok(fromLarge > 1.1 * fromShrunken, `${fromLarge} is no sharper than ${fromShrunken}`);
    assert.ok(fromLarge > 0.95 * alone, `${fromLarge} is less sharp than ${alone}`);
  });

  it('rotates a photo with a tilted head so that the head is upright', async () => {
    const straight = await make(portrait());
    const wide = await sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 1000 }).toBuffer();
    const tilted = await make(sharp(wide).rotate(8, { background: '#dddddd' }));
    assert.ok((await meanDifference(straight.jpeg, tilted.jpeg)) < 25);
  });

  it('reports progress that rises and ends at 1', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.file('source'), await portrait().jpeg().toBuffer());
    const seen: number[] = [];
    await makeIdPhoto(
      {
        kind: 'id_photo',
        sourceFile: folder.file('source'),
        targetFile: folder.file('target'),
        size: oneInch,
        background: 'blue',
        isCorrected: false,
      },
      (fraction) => seen.push(fraction),
    );
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
    assert.equal(seen.at(-1), 1);
  });

  it('accepts a photo with a passer-by whose face is far away and small', async () => {
    const passerBy = await sharp(groupFile)
      .extract({ left: 1450, top: 250, width: 300, height: 350 })
      .resize({ width: 110 })
      .toBuffer();
    const photo = await portrait()
      .extend({ left: 400, background: '#b9c4c9' })
      .composite([{ input: passerBy, left: 20, top: 60 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
    const seen = await detectFaces(buildPyramid({ ...info, data }), { scoreMin: 0.55 });
    assert.equal(seen.length, 2);
    assert.equal(refusalOf(await make(photo)), 'made');
  });
});

describe('makeIdPhoto without a usable photo', () => {
  async function assertRefused(source: Sharp | Uint8Array, refusal: string): Promise<void> {
    const made = await make(source);
    assert.equal(refusalOf(made), refusal);
    assert.deepEqual(made.written, []);
  }

  it('refuses a group and writes no file', () => assertRefused(sharp(groupFile), 'several_faces'));

  it('refuses a photo without a face and writes no file', () => {
    const size = { width: 900, height: 1200 };
    return assertRefused(sharp({ create: { ...size, channels: 3, background: '#6688aa' } }), 'no_face');
  });

  it('refuses a head cut by the upper edge and writes no file', () =>
    assertRefused(sharp(groupFile).extract({ left: 0, top: 560, width: 625, height: 560 }), 'face_cut_off'));

  it('refuses a photo that ends at the chin and writes no file', () =>
    assertRefused(sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 440 }), 'face_cut_off'));

  it('refuses a face that would have to be enlarged too much and writes no file', async () =>
    assertRefused(sharp(await portrait().toBuffer()).resize({ width: 150 }), 'face_too_small'));

  it('refuses a file that is not an image and writes no file', () =>
    assertRefused(Buffer.from('not an image at all'), 'undecodable'));

  it('refuses an image file that is cut off and writes no file', async () => {
    const whole = await portrait().jpeg().toBuffer();
    await assertRefused(whole.subarray(0, whole.length / 2), 'undecodable');
  });
});

describe('makeIdPhoto without a source file', () => {
  it('rejects instead of refusing the photo, because a later attempt may find the file', async () => {
    await using folder = await temporaryFolder();
    const task = { sourceFile: folder.file('none'), targetFile: folder.file('target'), size: oneInch };
    await assert.rejects(
      makeIdPhoto({ kind: 'id_photo', background: 'blue', isCorrected: false, ...task }, () => {}),
      {
        code: 'ENOENT',
      },
    );
  });
});
