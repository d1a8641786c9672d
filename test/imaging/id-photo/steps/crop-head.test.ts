import assert from 'node:assert/strict';
import { it } from 'node:test';
import { highestRowOfHead } from '../../../../src/imaging/id-photo/steps/crop-head.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';

it('the crown is the highest row of the mask that is connected to the eyes; an object above the head does not count', () => {
  const mask = emptyPlane(256, 256);
  for (let y = 60; y < 256; y++) mask.data.fill(1, 256 * y + 100, 256 * y + 156);
  for (let y = 10; y < 40; y++) mask.data.fill(1, 256 * y + 110, 256 * y + 146);
  assert.equal(highestRowOfHead(mask, 110), 60);
});

it('if the head reaches the highest row of the mask, the crown is in this row', () => {
  const mask = emptyPlane(256, 256);
  mask.data.fill(1);
  assert.equal(highestRowOfHead(mask, 110), 0);
});
