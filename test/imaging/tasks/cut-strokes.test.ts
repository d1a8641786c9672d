/** Tests that a customer's strokes mend the cut-out of an ID photo. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import type { CropCorners } from '../../../src/domain/goods/photo-check.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

const size = { width: 625, height: 800 };

/** The portrait with a patch of blurred hair at the right edge, because of which the cut-out fails. */
async function withPatch(): Promise<Sharp> {
  const photo = await portrait().png().toBuffer();
  const hair = sharp(photo).extract({ left: 230, top: 150, width: 120, height: 60 });
  const patch = await sharp(await hair.toBuffer())
    .resize(125, 500, { fit: 'fill' })
    .blur(6)
    .toBuffer();
  return sharp(photo).composite([{ input: patch, left: 500, top: 0 }]);
}

async function checked(photo: Sharp, cutStrokes?: string) {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await writeFile(sourceFile, await photo.jpeg({ quality: 95 }).toBuffer());
  const task = { kind: 'check', sourceFile, idPhoto: oneInch, withPreview: true } as const;
  return await checkPhoto({ ...task, ...(cutStrokes !== undefined && { cutStrokes }) });
}

/** The ID photo on blue, as RGB bytes. */
async function made(photo: Sharp, cutStrokes?: string) {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('made.jpg')];
  await writeFile(sourceFile, await photo.jpeg({ quality: 95 }).toBuffer());
  await writeFile(targetFile, '');
  const order = { size: oneInch, background: 'blue', isCorrected: false } as const;
  const task = { kind: 'id_photo', sourceFile, targetFile, ...order } as const;
  const strokes = cutStrokes === undefined ? {} : { cutStrokes };
  const outcome = await makeIdPhoto({ ...task, ...strokes }, () => undefined);
  assert.equal(outcome.kind, 'made');
  return await sharp(targetFile).raw().toBuffer();
}

/** A stroke with a radius of 40 px through these points of the portrait. */
function stroke(tool: 'keep' | 'remove', points: readonly (readonly [number, number])[]): string {
  const unit = (px: number, side: number) => Math.round((px / side) * 10_000);
  const pairs = points.map(([x, y]) => `${unit(x, size.width)},${unit(y, size.height)}`);
  return `${tool} ${unit(40, size.height)} ${pairs.join(' ')}`;
}

const overPatch = stroke('remove', [
  ...[0, 100, 200, 300, 400, 500].map((y) => [540, y] as const),
  ...[500, 400, 300, 200, 100, 0].map((y) => [600, y] as const),
]);

describe('strokes that mend a cut-out', () => {
  it('make a photo good whose cut-out failed, which the check shows', async () => {
    const failed = await checked(await withPatch());
    assert.equal(failed.refusal, 'cut_out_failed');
    assert.ok(failed.preview !== null && failed.crop !== undefined);
    const mended = await checked(await withPatch(), overPatch);
    assert.equal(mended.refusal, null);
    assert.ok(mended.preview !== null && mended.preview !== failed.preview);
  });

  it('can be none, if the customer sees that only the nets are in doubt', async () => {
    assert.equal((await checked(await withPatch(), 'none')).refusal, null);
  });

  it('also apply to a photo that lies on its side', async () => {
    const lying = sharp(await (await withPatch()).png().toBuffer()).rotate(90);
    const turned = overPatch.replaceAll(/(\d+),(\d+)/g, (_, x, y) => `${10_000 - Number(y)},${x}`);
    assert.equal((await checked(lying, turned)).refusal, null);
    assert.equal((await checked(lying, overPatch)).refusal, 'cut_out_failed');
  });

  it('remove and keep what they cover', async () => {
    const { crop } = await checked(portrait());
    assert.ok(crop !== undefined);
    const plain = await made(portrait());
    const strokes = [stroke('remove', [[200, 520]]), stroke('keep', [[130, 150]])].join(';');
    const mended = await made(portrait(), strokes);
    /** The colour of the made photo at a point of the portrait. */
    const colourAt = (pixels: Buffer, x: number, y: number) => {
      const { u, v } = inCrop(crop, x / size.width, y / size.height);
      const at = 3 * (Math.round(v * oneInch.heightPx) * oneInch.widthPx + Math.round(u * oneInch.widthPx));
      return [...pixels.subarray(at, at + 3)];
    };
    const wall = colourAt(plain, 130, 150);
    assert.notDeepEqual(colourAt(plain, 200, 520), wall, 'a lock of hair');
    assert.deepEqual(colourAt(mended, 200, 520), wall);
    assert.notDeepEqual(colourAt(mended, 130, 150), wall, 'the old wall');
    assert.deepEqual(colourAt(mended, 130, 60), wall);
  });

  it('may be painted beyond the edge of the photo to keep hair that ends below it', async () => {
    assert.equal((await checked(portrait(), stroke('keep', [[300, 30]]))).refusal, null);
  });

  it('change nothing if they lie outside the crop', async () => {
    const far = stroke('remove', [[300, 790]]);
    assert.deepEqual(await made(portrait(), far), await made(portrait()));
  });
});

/** The point of a crop at a point of the upload. Both are shares of width and height. */
function inCrop({ topLeft, topRight, bottomLeft }: CropCorners, x: number, y: number) {
  const [ax, ay] = [topRight.x - topLeft.x, topRight.y - topLeft.y];
  const [bx, by] = [bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y];
  const [dx, dy] = [x - topLeft.x, y - topLeft.y];
  const determinant = ax * by - ay * bx;
  return { u: (dx * by - dy * bx) / determinant, v: (ax * dy - ay * dx) / determinant };
}
