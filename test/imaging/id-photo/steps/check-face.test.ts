import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkFace, faceLimits, hasClosedEyes } from '../../../../src/imaging/id-photo/steps/check-face.ts';
import type { FaceQuality } from '../../../../src/imaging/id-photo/steps/measure-face.ts';

const good: FaceQuality = {
  eyeClosure: -0.2,
  sharpness: 0.05,
  luminance: 0.5,
  lightest: 0.8,
  luminanceTilt: 0.1,
  clippedShare: 0,
};
const closed = { ...good, eyeClosure: faceLimits.eyeClosureMax + 0.01 };

it('a photo with a sharp, well-lit face and open eyes is accepted', () => {
  assert.deepEqual(checkFace(good), {});
});

it('a photo with a blurred face or closed eyes is refused', () => {
  const blurred = { ...good, sharpness: faceLimits.sharpnessMin / 2 };
  assert.deepEqual(checkFace(blurred), { kind: 'refused', refusal: 'too_blurred' });
  assert.deepEqual(checkFace(closed), { kind: 'refused', refusal: 'eyes_closed' });
});

it('a face that is too dark to recognise is refused for this reason, although it also looks blurred', () => {
  const dark = { ...good, lightest: faceLimits.lightestMin / 2, sharpness: 0 };
  assert.deepEqual(checkFace(dark), { kind: 'refused', refusal: 'face_too_dark' });
});

it('hasClosedEyes returns false for a blurred or dark face, in which eyes cannot be judged', () => {
  assert.equal(hasClosedEyes({ ...closed, sharpness: faceLimits.eyesSharpnessMin / 2 }, 0), false);
  assert.equal(hasClosedEyes({ ...closed, luminance: faceLimits.eyesLuminanceMin / 2 }, 0), false);
});
