/**
 * Tests that a cut-out gets the same verdict at every size of the ID photo, and that the photo check lists the sizes
 * that work if it refuses only the chosen size.
 */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

/** The portrait with a patch of blurred hair on the wall; a large patch also covers half of the face. */
async function patched(left: number, top: number, widthPx: number, heightPx: number): Promise<Sharp> {
  const photo = await portrait().png().toBuffer();
  const hair = sharp(photo).extract({ left: 230, top: 150, width: 120, height: 60 });
  const patch = await sharp(await hair.toBuffer())
    .resize(widthPx, heightPx, { fit: 'fill' })
    .blur(6)
    .toBuffer();
  return sharp(photo).composite([{ input: patch, left, top }]);
}

async function check(photo: Sharp, name: IdPhotoSizeName) {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await writeFile(sourceFile, await photo.jpeg({ quality: 95 }).toBuffer());
  return await checkPhoto({ kind: 'check', sourceFile, idPhoto: idPhotoSizes[name], withPreview: false });
}

async function make(photo: Sharp, name: IdPhotoSizeName) {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('made.jpg')];
  await writeFile(sourceFile, await photo.jpeg({ quality: 95 }).toBuffer());
  const order = { size: idPhotoSizes[name], background: 'blue', isCorrected: false } as const;
  const outcome = await makeIdPhoto({ kind: 'id_photo', sourceFile, targetFile, ...order }, () => undefined);
  return outcome.kind === 'refused' ? outcome.refusal : null;
}

describe('the verdict on a cut-out', () => {
  const places: readonly (readonly [readonly [number, number, number, number], string | null])[] = [
    [[400, 0, 220, 400], 'cut_out_failed'],
    [[480, 120, 130, 130], null],
  ];
  for (const [place, refusal] of places) {
    it(`is ${refusal ?? 'good'} for a photo with an object beside or before the head, at every size, in the check and after payment`, async () => {
      for (const name of ['one_inch', 'two_inch', 'english_test'] as const) {
        assert.equal((await check(await patched(...place), name)).refusal, refusal, name);
      }
      for (const name of ['one_inch', 'english_test'] as const) {
        assert.equal(await make(await patched(...place), name), refusal, `${name}, made`);
      }
    });
  }
});

describe('the sizes that work', () => {
  it('are the sizes that need fewer pixels, if the face is too small only for larger sizes', async () => {
    const small = sharp(await portrait().png().toBuffer()).resize({ width: 375 });
    const { refusal, sizes = [] } = await check(small, 'two_inch');
    assert.equal(refusal, 'face_too_small');
    assert.ok(sizes.includes('one_inch') && sizes.includes('driving_licence'), sizes.join());
    assert.ok(!sizes.includes('two_inch') && !sizes.includes('five_inch'), sizes.join());
    assert.equal((await check(small, 'one_inch')).refusal, null);
  });

  it('are not listed if the photo works at no size, or is refused for another reason than a small face', async () => {
    const tiny = sharp(await portrait().png().toBuffer()).resize({ width: 100 });
    assert.equal((await check(tiny, 'two_inch')).sizes, undefined);
    assert.equal((await check(await patched(400, 0, 220, 400), 'two_inch')).sizes, undefined);
  });
});
