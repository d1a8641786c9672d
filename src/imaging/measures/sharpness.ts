/** Sharpness: mean square of the second differences of the face's luminance, divided by its variance. */

import { cropSidePx, type FaceView } from './face-view.ts';

export function sharpness({ luminance, inside }: FaceView): number {
  let [sum, square, bend, count] = [0, 0, 0, 0];
  for (let y = 1; y < cropSidePx - 1; y++) {
    for (let x = 1; x < cropSidePx - 1; x++) {
      const i = y * cropSidePx + x;
      if (inside[i] !== 1) continue;
      const value = luminance[i] ?? 0;
      const around =
        (luminance[i - 1] ?? 0) +
        (luminance[i + 1] ?? 0) +
        (luminance[i - cropSidePx] ?? 0) +
        (luminance[i + cropSidePx] ?? 0);
      sum += value;
      square += value * value;
      bend += (around - 4 * value) ** 2;
      count++;
    }
  }
  const variance = square / count - (sum / count) ** 2;
  return bend / count / (variance + 1e-3);
}
