/** Background uniformity: the mean step of luminance (0–255) between neighbours in the background above the chin; 0 is flat. */

import { isBackground } from './background-pixels.ts';
import type { FaceView } from './face-view.ts';

export function backgroundUniformity(view: FaceView): number {
  const { width, height, data } = view.photo;
  const luminance = (i: number) =>
    0.299 * (data[3 * i] ?? 0) + 0.587 * (data[3 * i + 1] ?? 0) + 0.114 * (data[3 * i + 2] ?? 0);
  let [sum, count] = [0, 0];
  const last = Math.min(height - 1, Math.floor(view.face.chin.y));
  for (let y = 0; y < last; y++) {
    for (let x = 0; x < width - 1; x++) {
      if (!isBackground(view, x, y) || !isBackground(view, x + 1, y + 1)) continue;
      const i = y * width + x;
      sum += Math.hypot(luminance(i + 1) - luminance(i), luminance(i + width) - luminance(i));
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
