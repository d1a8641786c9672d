import assert from 'node:assert/strict';
import { it } from 'node:test';
import { narrowTrimap } from '../../../src/imaging/matting/narrow-trimap.ts';
import { sharedColours } from '../../../src/imaging/matting/shared-colours.ts';
import { label, type Trimap } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane, type RgbImage } from '../../../src/imaging/pixels/plane.ts';

const side = 90;
const hair = 0.1;
const skin = 0.7;

/**
 * A head of skin and hair in front of a wall. The trimap marks pixels up to 20 px from the middle as person, up to 34
 * px as undecided, and farther pixels as background. The net marks pixels up to 30 px from the middle as person.
 */
function scene(wall: number, hairFromPx: number) {
  const image: RgbImage = { width: side, height: side, data: new Float32Array(3 * side * side) };
  const trimap: Trimap = { width: side, height: side, data: new Uint8Array(side * side) };
  const mask = emptyPlane(side, side);
  for (let i = 0; i < side * side; i++) {
    const distance = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2);
    const value = distance < hairFromPx ? skin : distance < 30 ? hair : wall;
    image.data.fill(value, 3 * i, 3 * i + 3);
    trimap.data[i] = distance < 20 ? label.person : distance < 34 ? label.unknown : label.background;
    mask.data[i] = distance < 30 ? 0.9 : 0.1;
  }
  return { image, trimap, mask };
}

const [inHair, inWall] = [45 * side + 45 + 25, 45 * side + 45 + 32];

it('hair with the colour of the wall does not become background where the net marks the person', () => {
  const { image, trimap, mask } = scene(0.12, 18);
  const shared = sharedColours(image, trimap, side);
  assert.equal(shared.data[inHair], 1);
  const narrowed = narrowTrimap(image, trimap, mask, { shared, lastRow: side }).trimap.data;
  assert.notEqual(narrowed[inHair], label.background);
});

it('a wall whose colour the person does not have becomes background even where the net marks a person', () => {
  const { image, trimap, mask } = scene(0.95, 18);
  mask.data[inWall] = 0.9;
  const shared = sharedColours(image, trimap, side);
  assert.equal(shared.data[inWall], 0);
  const narrowed = narrowTrimap(image, trimap, mask, { shared, lastRow: side }).trimap.data;
  assert.equal(narrowed[inWall], label.background);
});

it('a colour of the wall that only the body has does not count as a colour of the head', () => {
  const { image, trimap } = scene(0.12, 20);
  for (let i = 60 * side; i < side * side; i++) {
    if (trimap.data[i] === label.person) image.data.fill(hair, 3 * i, 3 * i + 3);
  }
  const { data } = sharedColours(image, trimap, 60);
  assert.equal(data[inHair], 0, 'the colours of a dark suit do not count for the head');
  assert.equal(data[70 * side + 45], 1);
});
