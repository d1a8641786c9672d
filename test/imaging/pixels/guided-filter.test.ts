import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guidedFilter } from '../../../src/imaging/pixels/guided-filter.ts';
import { emptyPlane } from '../../../src/imaging/pixels/plane.ts';

const side = 40;

it('guidedFilter moves a blurred edge onto the edge of the guide', () => {
  // The guide is dark on the left and bright on the right; the coarse mask rises gradually across the edge.
  const guide = { width: side, height: side, data: new Float32Array(3 * side * side) };
  const mask = emptyPlane(side, side);
  for (let i = 0; i < side * side; i++) {
    guide.data.fill(i % side < 20 ? 0.2 : 0.8, 3 * i, 3 * i + 3);
    mask.data[i] = Math.min(1, Math.max(0, ((i % side) - 15) / 10));
  }
  const { data } = guidedFilter(guide, mask, { radiusPx: 8, epsilon: 1e-4 });
  const row = 20 * side;
  const step = (data[row + 20] ?? 0) - (data[row + 19] ?? 0);
  assert.ok(step > 0.5, `the step is ${step}`);
  assert.ok(Math.abs((data[row + 18] ?? 0) - (data[row + 19] ?? 0)) < 0.05);
});
