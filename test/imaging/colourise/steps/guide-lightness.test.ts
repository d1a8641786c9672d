import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guideLightness } from '../../../../src/imaging/colourise/steps/guide-lightness.ts';
import { greyBytes } from '../../planes.ts';

const sizeOf = (width: number, height: number): readonly number[] => {
  const guide = guideLightness(greyBytes(width, height, () => 128));
  return [guide.width, guide.height];
};

it('a large picture is shrunk to a shorter side of 512 px, or further until its longer side is 2048 px', () => {
  assert.deepEqual(sizeOf(1024, 1536), [512, 768]);
  assert.deepEqual(sizeOf(4096, 600), [2048, 300]);
});

it('a picture whose shorter side is below 512 px is not resized, and its lightness is that of CIE Lab', () => {
  assert.deepEqual(sizeOf(300, 200), [300, 200]);
  const { data } = guideLightness(greyBytes(4, 4, () => 119));
  assert.ok(data.every((value) => Math.abs(value - 50.03) < 0.05));
});
