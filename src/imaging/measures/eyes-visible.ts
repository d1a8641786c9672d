/**
 * Eyes visible: how strongly the region of the eyes resembles the rest of the face in brightness and colour; 1 for
 * skin and eyes, towards 0 for dark lenses, a patch or hair in front of the eyes. The lower value of the two eyes.
 */

import { type FaceView, meshPoint, polygonMask } from './face-view.ts';

/** The region around each eye, from the brow to the cheekbone. */
const rightRegion = [70, 63, 105, 66, 107, 55, 193, 245, 188, 114, 120, 119, 118, 117, 111, 35, 124];
const leftRegion = [300, 293, 334, 296, 336, 285, 417, 465, 412, 343, 349, 348, 347, 346, 340, 265, 353];
/** The cheeks, which glasses and hair leave free. */
const skinRegions = [
  [36, 205, 187, 123, 50, 101],
  [266, 425, 411, 352, 280, 330],
] as const;

export function eyesVisible(view: FaceView): number {
  const skin = skinColour(view);
  return Math.min(likeness(view, rightRegion, skin), likeness(view, leftRegion, skin));
}

/** The median colour of the cheeks. */
export function skinColour(view: FaceView): readonly [number, number, number] {
  const masks = skinRegions.map((region) => polygonMask(region.map((index) => meshPoint(view, index))));
  const { data } = view.crop;
  const found: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < view.luminance.length; i++) {
    if (!masks.some((mask) => mask[i] === 1)) continue;
    for (const c of [0, 1, 2] as const) found[c].push(data[3 * i + c] ?? 0);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return [median(found[0]), median(found[1]), median(found[2])];
}

/** The mean likeness of the region's pixels to the skin: 1 for its colour, 0 for a colour as far away as black. */
function likeness(
  { crop, cropPoints }: FaceView,
  region: readonly number[],
  [r, g, b]: readonly [number, number, number],
): number {
  const mask = polygonMask(region.map((index) => cropPoints[index] ?? { x: 0, y: 0 }));
  const black = Math.max(0.1, Math.hypot(r, g, b));
  let [sum, count] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    count++;
    const distance = Math.hypot(
      (crop.data[3 * i] ?? 0) - r,
      (crop.data[3 * i + 1] ?? 0) - g,
      (crop.data[3 * i + 2] ?? 0) - b,
    );
    sum += Math.max(0, 1 - distance / black);
  }
  return count === 0 ? 0 : sum / count;
}
