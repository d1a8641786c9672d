import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Bitmap, connectedTo, dilate, erode } from '../../../src/imaging/matting/morphology.ts';
import { label, trimapOf, withoutHoles } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane } from '../../../src/imaging/plane.ts';

function bitmap(rows: readonly string[]): Bitmap {
  const data = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0));
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

it('dilate grows by a square, and erode does not eat in from the edge of the picture', () => {
  const dot = bitmap(['.....', '.....', '..#..', '.....', '.....']);
  assert.deepEqual(dilate(dot, 1), bitmap(['.....', '.###.', '.###.', '.###.', '.....']));
  const half = bitmap(['..###', '..###', '..###']);
  assert.deepEqual(erode(half, 1), bitmap(['...##', '...##', '...##']));
});

it('connectedTo keeps what four-neighbour steps reach', () => {
  const seeds = bitmap(['#....', '.....', '.....']);
  const allowed = bitmap(['##..#', '.#.##', '.....']);
  assert.deepEqual(connectedTo(seeds, allowed), bitmap(['##...', '.#...', '.....']));
});

it('withoutHoles fills what the person encloses and leaves the surroundings alone', () => {
  const mask = emptyPlane(9, 9);
  for (let y = 2; y < 9; y++) for (let x = 2; x < 7; x++) mask.data[9 * y + x] = 1;
  mask.data[9 * 4 + 4] = 0.2;
  const filled = withoutHoles(mask, 0.6);
  assert.ok(Math.abs((filled.data[9 * 4 + 4] ?? 0) - 0.6) < 1e-6);
  assert.equal(filled.data[0], 0);
});

it('leaves a wider unknown band about the head than about the shoulders', () => {
  const mask = emptyPlane(590, 826);
  for (let y = 100; y < 826; y++) mask.data.fill(1, 590 * y + 200, 590 * y + 400);
  const { data } = trimapOf(mask, 600);
  const bandAt = (row: number) =>
    data.subarray(590 * row, 590 * (row + 1)).filter((value) => value === label.unknown).length;
  assert.equal(bandAt(400), 2 * (16 + 22));
  assert.equal(bandAt(700), 2 * (7 + 7));
});
