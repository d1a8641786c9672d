import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clipToPhoto, orderedShareMax } from '../../../../src/imaging/id-photo/steps/clip-to-photo.ts';
import { drawnPlane } from '../../planes.ts';

const [width, height] = [60, 100];
/** The photo ends at column 50. */
const insidePhoto = drawnPlane(width, height, (x) => (x < 50 ? 1 : 0));

it('the mask becomes 0 outside the photo and does not change inside', () => {
  const mask = drawnPlane(width, height, (x) => (x < 30 ? 0.9 : 0.2));
  const clipped = clipToPhoto(mask, insidePhoto, { mask, insidePhoto });
  assert.ok('mask' in clipped);
  assert.equal(clipped.edgeShare, 0);
  assert.deepEqual(
    clipped.mask,
    drawnPlane(width, height, (x) => (x < 30 ? 0.9 : x < 50 ? 0.2 : 0)),
  );
});

it('the length along which the photo’s edge cuts the person is returned as a share of the crop’s height', () => {
  const sleeve = drawnPlane(width, height, (_, y) => (y >= 97 ? 1 : 0));
  const clipped = clipToPhoto(sleeve, insidePhoto, { mask: sleeve, insidePhoto });
  assert.ok('mask' in clipped);
  assert.equal(clipped.edgeShare, 0.03);
});

it('a photo whose edge cuts through a shoulder is refused', () => {
  const shoulder = drawnPlane(width, height, (_, y) => (y >= 60 ? 1 : 0));
  assert.deepEqual(clipToPhoto(shoulder, insidePhoto, { mask: shoulder, insidePhoto }), {
    kind: 'refused',
    refusal: 'face_cut_off',
  });
});

it('the cut along the edge is measured on the mask before its refinement', () => {
  const shoulder = drawnPlane(width, height, (_, y) => (y >= 60 ? 1 : 0));
  const empty = drawnPlane(width, height, () => 0);
  assert.ok('mask' in clipToPhoto(shoulder, insidePhoto, { mask: empty, insidePhoto }));
  assert.ok('refusal' in clipToPhoto(empty, insidePhoto, { mask: shoulder, insidePhoto }));
});

it('an order accepts a cut that is slightly longer than what the check accepts', () => {
  const sleeve = drawnPlane(100, 1_000, (_, y) => (y >= 957 ? 1 : 0));
  const inside = drawnPlane(100, 1_000, (x) => (x < 90 ? 1 : 0));
  const edge = { mask: sleeve, insidePhoto: inside };
  assert.ok('refusal' in clipToPhoto(sleeve, inside, edge));
  assert.ok('mask' in clipToPhoto(sleeve, inside, edge, orderedShareMax));
});
