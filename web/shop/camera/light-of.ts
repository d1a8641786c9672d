/** How bright a face is in a small picture of the camera. */

import { inputSidePx } from './face-net.ts';
import type { FoundFace } from './find-face.ts';

/**
 * @param rgba 128 × 128 pixels of a canvas.
 * @returns the mean luminance, 0–1 (BT.709 weights of the sRGB values): of the face, or of the whole picture if
 * `face` is null.
 */
export function lightOf(rgba: Uint8ClampedArray, face: FoundFace | null): number {
  const clamp = (share: number) => Math.min(inputSidePx, Math.max(0, Math.round(share * inputSidePx)));
  const { centre, width, height } = face ?? { centre: { x: 0.5, y: 0.5 }, width: 1, height: 1 };
  const [left, right] = [clamp(centre.x - width / 2), clamp(centre.x + width / 2)];
  const [top, bottom] = [clamp(centre.y - height / 2), clamp(centre.y + height / 2)];
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * inputSidePx + x) * 4;
      sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
    }
  }
  return sum / 255 / Math.max(1, (right - left) * (bottom - top));
}
