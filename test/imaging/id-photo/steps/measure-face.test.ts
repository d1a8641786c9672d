import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { findPerson } from '../../../../src/imaging/id-photo/steps/find-person.ts';
import { type FaceQuality, measureFace } from '../../../../src/imaging/id-photo/steps/measure-face.ts';
import { portrait } from '../../portraits.ts';

async function measured(change: (photo: Sharp) => Sharp = (photo) => photo): Promise<FaceQuality> {
  const photo = change(sharp(await portrait().png().toBuffer()));
  const { data, info } = await photo.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = await findPerson({ width: info.width, height: info.height, data });
  assert.ok('face' in found);
  return measureFace(found.pyramid, found.face);
}

it('for a sharp, well-lit face with open eyes, few pixels are clipped and the measured eye closure is low', async () => {
  const quality = await measured();
  assert.ok(quality.eyeClosure < 0, `eye closure ${quality.eyeClosure}`);
  assert.ok(quality.sharpness > 0.02, `sharpness ${quality.sharpness}`);
  assert.ok(quality.luminance > 0.3 && quality.luminance < 0.8, `luminance ${quality.luminance}`);
  assert.ok(quality.clippedShare < 0.01, `clipped ${quality.clippedShare}`);
});

it('blur lowers the measured sharpness, and a darker photo has a lower measured luminance', async () => {
  const before = await measured();
  const blurred = await measured((photo) => photo.blur(2));
  assert.ok(blurred.sharpness < before.sharpness / 3, `${blurred.sharpness} of ${before.sharpness}`);
  const dark = await measured((photo) => photo.linear(0.5, 0));
  assert.ok(
    Math.abs(dark.luminance / before.luminance - 0.5) < 0.1,
    `${dark.luminance} of ${before.luminance}`,
  );
});
