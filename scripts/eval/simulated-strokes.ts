/**
 * The strokes of a simulated customer, who sees where the cut-out differs from the person and draws over each visible
 * patch with a brush that fits, not quite accurately. Flaws that are thinner than the smallest brush stay.
 */

import type { CutOut } from '../../src/imaging/id-photo/cut-out.ts';
import { cornersInUpload } from '../../src/imaging/id-photo/upload-point.ts';
import { type Bitmap, erode } from '../../src/imaging/pixels/morphology.ts';
import type { Plane } from '../../src/imaging/pixels/plane.ts';
import type { Random } from './seeded-random.ts';

/** The radii of the brush, largest first, as shares of the width of the crop. */
const radiusShares = [0.08, 0.055, 0.038, 0.026, 0.018, 0.012];
/** How far a stroke reaches beyond the patch, and how inaccurately it is placed, both as shares of its radius. */
const reach = 1.3;
const inaccuracy = 0.2;
const strokesMax = 30;
/** Alpha that differs by more is visible as a flaw. */
const visibleMin = 0.5;

/** @returns the text of `cut_strokes`; empty if no flaw is visible. `alpha` and `truth` have the same size. */
export function simulatedStrokes(cut: CutOut, truth: Plane, random: Random): string {
  const { width, height } = truth;
  const strokes: string[] = [];
  for (const isKept of [false, true]) {
    const wrong: Bitmap = { width, height, data: new Uint8Array(width * height) };
    for (let i = 0; i < wrong.data.length; i++) {
      const error = (cut.alpha.data[i] ?? 0) - (truth.data[i] ?? 0);
      wrong.data[i] = (isKept ? -error : error) > visibleMin ? 1 : 0;
    }
    for (const share of radiusShares) {
      const radiusPx = share * width;
      const middles = erode(wrong, Math.round(radiusPx)).data;
      for (let i = 0; i < middles.length && strokes.length < strokesMax; i++) {
        if (middles[i] !== 1 || wrong.data[i] !== 1) continue;
        const [x, y] = [i % width, Math.floor(i / width)];
        const shift = () => inaccuracy * radiusPx * (2 * random() - 1);
        strokes.push(dot(isKept, cut, { x: x + shift(), y: y + shift() }, reach * radiusPx));
        erase(wrong, { x, y }, reach * radiusPx);
      }
    }
  }
  return strokes.join(';');
}

/** A stroke of one point, given in pixels of the crop. */
function dot(
  isKept: boolean,
  { alpha, headCrop, pyramid, turns }: CutOut,
  { x, y }: { readonly x: number; readonly y: number },
  radiusPx: number,
): string {
  const [photo] = pyramid.levels;
  const { topLeft, topRight, bottomLeft } = cornersInUpload(headCrop.crop, photo, turns);
  const [u, v] = [x / alpha.width, y / alpha.height];
  const at = (axis: 'x' | 'y') =>
    topLeft[axis] + u * (topRight[axis] - topLeft[axis]) + v * (bottomLeft[axis] - topLeft[axis]);
  const unit = (share: number, min: number, max: number) =>
    Math.min(max, Math.max(min, Math.round(10_000 * share)));
  const radius = (radiusPx * headCrop.crop.width) / alpha.width / Math.max(photo.width, photo.height);
  const point = `${unit(at('x'), 0, 10_000)},${unit(at('y'), 0, 10_000)}`;
  return `${isKept ? 'keep' : 'remove'} ${unit(radius, 10, 1_000)} ${point}`;
}

function erase(
  { width, height, data }: Bitmap,
  middle: { readonly x: number; readonly y: number },
  radiusPx: number,
) {
  for (let y = Math.max(0, Math.ceil(middle.y - radiusPx)); y <= middle.y + radiusPx && y < height; y++) {
    for (let x = Math.max(0, Math.ceil(middle.x - radiusPx)); x <= middle.x + radiusPx && x < width; x++) {
      if (Math.hypot(x - middle.x, y - middle.y) <= radiusPx) data[y * width + x] = 0;
    }
  }
}
