import assert from 'node:assert/strict';
import { it } from 'node:test';
import { estimateAlpha } from '../../../src/imaging/matting/estimate-alpha.ts';
import { drawnImage, drawnPlane, type Rgb } from '../planes.ts';

const [width, height] = [200, 280];
const hair: Rgb = [0.15, 0.1, 0.08];
const wall: Rgb = [0.8, 0.85, 0.9];

function limited(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** A head with a soft edge of 6 px on a body that reaches the lower edge. */
function trueAlpha(x: number, y: number): number {
  const head = limited((60 - Math.hypot(x - 100, y - 110)) / 6 + 0.5);
  const body = y > 180 && Math.abs(x - 100) < 80 ? 1 : 0;
  return Math.max(head, body);
}

/** The net's mask: the same shape with an edge of 30 px. */
function coarseMask(x: number, y: number): number {
  const head = limited((60 - Math.hypot(x - 100, y - 110)) / 30 + 0.5);
  const body = y > 180 ? limited((80 - Math.abs(x - 100)) / 12 + 0.5) : 0;
  return Math.max(head, body);
}

const image = drawnImage(width, height, (x, y) => {
  const a = trueAlpha(x, y);
  const mixed = (c: 0 | 1 | 2): number => a * hair[c] + (1 - a) * wall[c];
  return [mixed(0), mixed(1), mixed(2)];
});

it('the estimated alpha follows the sharp edge in the picture and not the blurred edge of the net’s mask', () => {
  const alpha = estimateAlpha(image, drawnPlane(width, height, coarseMask), 170);
  let [error, coarseError] = [0, 0];
  for (let i = 0; i < 170 * width; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    error += Math.abs((alpha.data[i] ?? 0) - trueAlpha(x, y));
    coarseError += Math.abs(coarseMask(x, y) - trueAlpha(x, y));
  }
  assert.ok(error < coarseError / 5, `${error} of ${coarseError}`);
  assert.equal(alpha.data[110 * width + 100], 1);
  assert.equal(alpha.data[20 * width + 10], 0);
});

it('an object that is not connected to the person gets alpha near 0, although the net marks it as person', () => {
  const isLamp = (x: number, y: number) => Math.hypot(x - 185, y - 20) < 9;
  const withLamp = drawnImage(width, height, (x, y) => {
    const at = 3 * (y * width + x);
    const [r = 0, g = 0, b = 0] = image.data.subarray(at, at + 3);
    return isLamp(x, y) ? [0.5, 0.3, 0.1] : [r, g, b];
  });
  const mask = drawnPlane(width, height, (x, y) => (isLamp(x, y) ? 0.8 : coarseMask(x, y)));
  const alpha = estimateAlpha(withLamp, mask, 170);
  assert.ok((alpha.data[20 * width + 185] ?? 1) < 0.1, `${alpha.data[20 * width + 185]}`);
});

it('a hole of the mask that the person encloses gets alpha near 1', () => {
  // A badge on the body, which the net marks as background.
  const isBadge = (x: number, y: number) => Math.hypot(x - 100, y - 230) < 6;
  const mask = drawnPlane(width, height, (x, y) => (isBadge(x, y) ? 0.3 : coarseMask(x, y)));
  const alpha = estimateAlpha(image, mask, 170);
  assert.ok((alpha.data[230 * width + 100] ?? 0) > 0.9, `${alpha.data[230 * width + 100]}`);
});
