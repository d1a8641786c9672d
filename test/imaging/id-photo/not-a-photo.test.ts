/**
 * The warning about a picture that is not a photo of a person. `npm run eval -- coverings` tests it on many portraits.
 */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { drawingOf, screenOf } from '../../../scripts/eval/draw-imitation.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

async function hasWarning({ width, height, data }: RgbBytes, isCropOnly: boolean): Promise<boolean> {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.png');
  await writeFile(
    sourceFile,
    await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
  const task = { kind: 'check', sourceFile, idPhoto: oneInch, withPreview: false, isCropOnly } as const;
  return (await checkPhoto(task)).warnings.includes('not_a_photo');
}

/** A portrait with a wall around it, so that the crop lies inside the photo. */
const photo = () =>
  photoOf(portrait().extend({ top: 300, bottom: 0, left: 300, right: 300, background: '#c8ccd0' }));

describe('check_photo of an ID photo', () => {
  it('does not warn that a portrait is not a photo', async () => {
    assert.equal(await hasWarning(await photo(), true), false);
    assert.equal(await hasWarning(await photo(), false), false);
  });

  it('warns of a drawing', async () => {
    assert.equal(await hasWarning(await drawingOf(await photo()), true), true);
  });

  it('warns of a photo of a screen', async () => {
    assert.equal(await hasWarning(await screenOf(await photoOf(portrait())), false), true);
  });
});
