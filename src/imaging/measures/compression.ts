/**
 * Compression: how much larger the steps of luminance are at the borders of the 8 × 8 blocks of JPEG than inside
 * the blocks; 0 for a photo without visible blocks. The picture must not have been scaled after decoding, because
 * the measure needs the block grid of the file.
 */

import type { FaceView } from './face-view.ts';

const blockPx = 8;

export function compression({ photo: { width, height, data } }: FaceView): number {
  const luminance = (i: number) =>
    0.299 * (data[3 * i] ?? 0) + 0.587 * (data[3 * i + 1] ?? 0) + 0.114 * (data[3 * i + 2] ?? 0);
  const steps = { border: 0, borders: 0, inner: 0, inners: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      // On an even slope the second difference is 0, so that only a jump at the border of a block counts.
      const bend = Math.abs(luminance(i) - luminance(i - 1) - (luminance(i + 1) - luminance(i - 2)) / 3);
      if (x % blockPx === 0) {
        steps.border += bend;
        steps.borders++;
      } else if (x % blockPx === blockPx / 2) {
        steps.inner += bend;
        steps.inners++;
      }
    }
  }
  const border = steps.border / Math.max(1, steps.borders);
  const inner = steps.inner / Math.max(1, steps.inners);
  return Math.max(0, border / (inner + 0.05) - 1);
}
