import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guidedFilter, guidedFilterGrey } from '../../src/imaging/guided-filter.ts';
import { emptyPlane, type Plane, type RgbImage } from '../../src/imaging/plane.ts';

const side = 40;

/** Dark on the left, bright on the right, and a coarse mask whose edge lies five pixels off. */
function scene(): { rgb: RgbImage; grey: Plane; mask: Plane } {
  const grey = emptyPlane(side, side);
  const mask = emptyPlane(side, side);
  const rgb = { width: side, height: side, data: new Float32Array(3 * side * side) };
  for (let i = 0; i < side * side; i++) {
    const value = i % side < 20 ? 0.2 : 0.8;
    grey.data[i] = value;
    rgb.data.fill(value, 3 * i, 3 * i + 3);
    mask.data[i] = Math.min(1, Math.max(0, ((i % side) - 15) / 10));
  }
  return { rgb, grey, mask };
}

for (const name of ['guidedFilter', 'guidedFilterGrey'] as const) {
  it(`${name} moves a blurred edge onto the edge of the guide`, () => {
    const { rgb, grey, mask } = scene();
    const options = { radiusPx: 8, epsilon: 1e-4 };
    const { data } =
      name === 'guidedFilter' ? guidedFilter(rgb, mask, options) : guidedFilterGrey(grey, mask, options);
    const row = 20 * side;
    const step = (data[row + 20] ?? 0) - (data[row + 19] ?? 0);
    assert.ok(step > 0.5, `the step is ${step}`);
    assert.ok(Math.abs((data[row + 18] ?? 0) - (data[row + 19] ?? 0)) < 0.05);
  });
}
