import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hiddenOutlineShare } from '../../../src/imaging/id-photo/hidden-outline.ts';
import { emptyPlane, type Plane } from '../../../src/imaging/pixels/plane.ts';

const [width, height] = [120, 100];

/** A person whose left and right edges are upright. */
const alpha: Plane = emptyPlane(width, height);
for (let i = 0; i < alpha.data.length; i++) {
  const x = i % width;
  alpha.data[i] = x >= 40 && x < 80 ? 1 : 0;
}

/** A dark person, with one wall beside the left half of the picture and another beside the right half. */
function pictureWith(left: number, right: number) {
  const data = new Float32Array(3 * width * height);
  for (let j = 0; j < data.length; j++) {
    const i = Math.trunc(j / 3);
    data[j] = alpha.data[i] === 1 ? 0.08 : i % width < 60 ? left : right;
  }
  return { width, height, data };
}

it('the share of the outline that cannot be seen is that beside a black wall, if the person is dark', () => {
  assert.equal(hiddenOutlineShare(pictureWith(0.8, 0.8), alpha, height), 0);
  assert.equal(hiddenOutlineShare(pictureWith(0.05, 0.05), alpha, height), 1);
  assert.equal(hiddenOutlineShare(pictureWith(0.05, 0.8), alpha, height), 0.5);
  assert.equal(hiddenOutlineShare(pictureWith(0.12, 0.12), alpha, height), 0, 'a dark grey wall');
});

it('the outline below the chin does not count, and a picture without a person has none', () => {
  const picture = pictureWith(0.8, 0.8);
  for (let j = 3 * width * 50; j < picture.data.length; j++) picture.data[j] = 0.08;
  assert.equal(hiddenOutlineShare(picture, alpha, 45), 0);
  assert.ok(hiddenOutlineShare(picture, alpha, height) > 0.4);
  assert.equal(hiddenOutlineShare(picture, emptyPlane(width, height), height), 0);
});
