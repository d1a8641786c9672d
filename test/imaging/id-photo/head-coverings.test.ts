/** The warning about a covered head, on a portrait with drawn hats. `npm run eval -- coverings` tests it on many photos. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import type { DrawnFace } from '../../../scripts/eval/draw-covering.ts';
import { drawHat, hats } from '../../../scripts/eval/draw-hat.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { headCoveringsOf } from '../../../src/imaging/id-photo/head-coverings.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

async function checkWarnsOfHead({ width, height, data }: RgbBytes, isCropOnly: boolean): Promise<boolean> {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toFile(sourceFile);
  const task = { kind: 'check', sourceFile, idPhoto: oneInch, withPreview: false, isCropOnly } as const;
  return (await checkPhoto(task)).warnings.includes('head_covered');
}

describe('the warning about a covered head', () => {
  let face: DrawnFace;
  before(async () => {
    // Add a wall around the portrait, so that hats and the crop lie inside the photo.
    const around = { top: 300, bottom: 0, left: 300, right: 300, background: '#c8ccd0' };
    face = (await faceIn(await photoOf(portrait().extend(around)))) ?? assert.fail('no face');
  });

  it('does not appear for a bare head', async () => {
    assert.deepEqual(await headCoveringsOf(buildPyramid(face.photo), face.face), []);
    assert.equal(await checkWarnsOfHead(face.photo, true), false);
  });

  for (const hat of hats) {
    it(`appears for a head with a drawn ${hat}`, async () => {
      const photo = drawHat(face, hat, 1);
      assert.deepEqual(await headCoveringsOf(buildPyramid(photo), face.face), ['head_covered']);
    });
  }

  it('is part of the check of a photo that is only cropped, and of a photo on a new background', async () => {
    const photo = drawHat(face, 'beanie', 1);
    assert.equal(await checkWarnsOfHead(photo, true), true);
    assert.equal(await checkWarnsOfHead(photo, false), true);
  });
});
