import assert from 'node:assert/strict';
import { it } from 'node:test';
import { narrowByColour } from '../../../src/imaging/matting/local-colour.ts';
import { ownColours } from '../../../src/imaging/matting/own-colours.ts';
import { label, type Trimap } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane, type RgbImage } from '../../../src/imaging/plane.ts';

const side = 90;
const hair = 0.1;
const skin = 0.7;

/**
 * A head of skin with hair about it, before a wall: person up to 20 px about the middle, unknown up to 34, and the
 * net sure of person up to 30.
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

it('hair of the wall’s colour is not given to the wall while the net sees the person', () => {
  const { image, trimap, mask } = scene(0.12, 18);
  const own = ownColours(image, trimap, side);
  assert.equal(own.data[inHair], 1);
  const narrowed = narrowByColour(image, trimap, mask, { own, lastRow: side }).trimap.data;
  assert.notEqual(narrowed[inHair], label.background);
});

it('a wall of a colour of its own is still told by it, whatever the net sees', () => {
  const { image, trimap, mask } = scene(0.95, 18);
  mask.data[inWall] = 0.9;
  const own = ownColours(image, trimap, side);
  assert.equal(own.data[inWall], 0);
  const narrowed = narrowByColour(image, trimap, mask, { own, lastRow: side }).trimap.data;
  assert.equal(narrowed[inWall], label.background);
});

it('asks head and body apart', () => {
  const { image, trimap } = scene(0.12, 20);
  for (let i = 60 * side; i < side * side; i++) {
    if (trimap.data[i] === label.person) image.data.fill(hair, 3 * i, 3 * i + 3);
  }
  const { data } = ownColours(image, trimap, 60);
  assert.equal(data[inHair], 0, 'a dark suit says nothing about hair');
  assert.equal(data[70 * side + 45], 1);
});
