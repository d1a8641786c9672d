/** The median colour of the background above the chin, sRGB 0–255; null if the person fills the picture. */

import type { FaceView } from './face-view.ts';

/** Every fourth pixel in both directions is enough for a median. */
const stepPx = 4;
const pixelsMin = 20;

export function backgroundColour({
  photo: { width, height, data },
  face,
  background,
}: FaceView): readonly [number, number, number] | null {
  const found: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < Math.min(height, face.chin.y); y += stepPx) {
    for (let x = 0; x < width; x += stepPx) {
      const i = y * width + x;
      if (background[i] !== 1) continue;
      for (const c of [0, 1, 2] as const) found[c].push(data[3 * i + c] ?? 0);
    }
  }
  if (found[0].length < pixelsMin) return null;
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return [median(found[0]), median(found[1]), median(found[2])];
}
