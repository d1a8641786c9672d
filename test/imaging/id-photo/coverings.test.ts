/**
 * The warnings about a covered face, on a portrait with drawn sunglasses or a drawn mask. `npm run eval -- coverings`
 * tests them on many portraits.
 */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import { type DrawnFace, drawCovering } from '../../../scripts/eval/draw-covering.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

async function warningsOf(
  { width, height, data }: RgbBytes,
  isCropOnly: boolean,
): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toFile(sourceFile);
  const verdict = await checkPhoto({
    kind: 'check',
    sourceFile,
    idPhoto: oneInch,
    withPreview: false,
    isCropOnly,
  });
  return verdict.warnings.filter((warning) => warning.endsWith('_covered'));
}

describe('check_photo of an ID photo', () => {
  let face: DrawnFace;
  before(async () => {
    // Add a wall around the portrait, so that the crop lies inside the photo.
    const around = { top: 300, bottom: 0, left: 300, right: 300, background: '#c8ccd0' };
    face = (await faceIn(await photoOf(portrait().extend(around)))) ?? assert.fail('no face');
  });

  it('that is only cropped warns of sunglasses and of a mask, and of nothing on the bare face', async () => {
    assert.deepEqual(await warningsOf(face.photo, true), []);
    assert.deepEqual(await warningsOf(drawCovering(face, 'sunglasses', 1), true), ['eyes_covered']);
    assert.deepEqual(await warningsOf(drawCovering(face, 'mask', 1), true), ['mouth_covered']);
  });

  it('on a new background warns of sunglasses', async () => {
    assert.deepEqual(await warningsOf(drawCovering(face, 'sunglasses', 1), false), ['eyes_covered']);
  });
});
