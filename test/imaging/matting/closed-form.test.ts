import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closedFormAlpha } from '../../../src/imaging/matting/closed-form.ts';
import { foregroundColours } from '../../../src/imaging/matting/foreground.ts';
import { label } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane, type Plane, type RgbImage } from '../../../src/imaging/pixels/plane.ts';

const side = 96;
const person = [0.15, 0.1, 0.08] as const;
const wall = [0.8, 0.85, 0.9] as const;

/** A picture of a disc in front of a wall, and its exact alpha. The disc has a soft edge of 12 pixels. */
function scene(): { image: RgbImage; alpha: Plane } {
  const alpha = emptyPlane(side, side);
  const image = { width: side, height: side, data: new Float32Array(3 * side * side) };
  for (let i = 0; i < side * side; i++) {
    const distance = Math.hypot((i % side) - 48, Math.floor(i / side) - 48);
    const a = Math.min(1, Math.max(0, (34 - distance) / 12));
    alpha.data[i] = a;
    for (let c = 0; c < 3; c++) image.data[3 * i + c] = a * (person[c] ?? 0) + (1 - a) * (wall[c] ?? 0);
  }
  return { image, alpha };
}

it('closedFormAlpha finds the alpha of a soft edge between two colours, even if the unknown band is much wider than the edge', () => {
  const { image, alpha } = scene();
  const start = emptyPlane(side, side);
  const data = new Uint8Array(side * side);
  for (let i = 0; i < data.length; i++) {
    const distance = Math.hypot((i % side) - 48, Math.floor(i / side) - 48);
    data[i] = distance < 18 ? label.person : distance > 40 ? label.background : label.unknown;
    start.data[i] = distance < 28 ? 1 : 0;
  }
  const found = closedFormAlpha({
    image,
    trimap: { width: side, height: side, data },
    start,
    prior: start,
    priorWeight: new Float32Array(side * side).fill(1e-6),
    iterationsMax: 200,
  });
  let worst = 0;
  for (let i = 0; i < data.length; i++) {
    worst = Math.max(worst, Math.abs((found.data[i] ?? 0) - (alpha.data[i] ?? 0)));
  }
  assert.ok(worst < 0.05, `the worst pixel is off by ${worst}`);
});

it('foregroundColours removes most of the wall’s colour from a soft edge', () => {
  const { image, alpha } = scene();
  const colours = foregroundColours(image, alpha).data;
  // Weight the colour error by alpha, because it is visible only in proportion to alpha.
  const worstFringe = (values: Float32Array) => {
    let worst = 0;
    for (let i = 0; i < values.length; i++) {
      const seen = (alpha.data[Math.floor(i / 3)] ?? 0) * ((values[i] ?? 0) - (person[i % 3] ?? 0));
      worst = Math.max(worst, Math.abs(seen));
    }
    return worst;
  };
  assert.ok(worstFringe(colours) < worstFringe(image.data) / 2.5, `${worstFringe(colours)} is left`);
});
