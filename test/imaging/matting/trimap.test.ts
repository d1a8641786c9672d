import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildTrimap, fillHoles, label } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane } from '../../../src/imaging/pixels/plane.ts';

it('fillHoles fills regions that the person encloses, and does not change the area around the person', () => {
  const mask = emptyPlane(9, 9);
  for (let y = 2; y < 9; y++) for (let x = 2; x < 7; x++) mask.data[9 * y + x] = 1;
  mask.data[9 * 4 + 4] = 0.2;
  const filled = fillHoles(mask, 0.6);
  assert.ok(Math.abs((filled.data[9 * 4 + 4] ?? 0) - 0.6) < 1e-6);
  assert.equal(filled.data[0], 0);
});

it('the band of undecided pixels is wider around the head than around the shoulders', () => {
  const mask = emptyPlane(590, 826);
  for (let y = 100; y < 826; y++) mask.data.fill(1, 590 * y + 200, 590 * y + 400);
  const { data } = buildTrimap(mask, 600);
  const bandAt = (row: number) =>
    data.subarray(590 * row, 590 * (row + 1)).filter((value) => value === label.unknown).length;
  assert.equal(bandAt(400), 2 * (16 + 22));
  assert.equal(bandAt(700), 2 * (7 + 7));
});
