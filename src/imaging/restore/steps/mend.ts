/**
 * Replaces the damaged pixels of the picture at its full size. All other pixels stay exactly as they are. The planes are
 * enlarged row by row, so that their memory does not grow with the picture.
 */

import { greyOfLightness } from '../../pixels/lab.ts';
import type { Plane, RgbBytes } from '../../pixels/plane.ts';
import { rowEnlarger } from '../../pixels/row-enlarger.ts';
import type { Tint } from './fill-tint.ts';

/** What replaces damage. `opacity` (0–1) and `repaired` (L) have the same size; all planes cover the whole picture. */
export interface Repair {
  readonly opacity: Plane;
  readonly repaired: Plane;
  readonly tint: Tint;
}

/** Changes the pixels in place and returns the same picture: a copy of twelve megapixels would take 36 MB. */
export function mend(image: RgbBytes, { opacity, repaired, tint }: Repair): RgbBytes {
  const { width, height, data } = image;
  const enlargeRow = rowEnlarger(opacity, image);
  const enlargeTint = rowEnlarger(tint[0], image);
  const row = (): Float32Array => new Float32Array(width);
  const [shares, lightness, red, green, blue] = [row(), row(), row(), row(), row()];
  for (let y = 0; y < height; y++) {
    enlargeRow(opacity, y, shares);
    if (!shares.some((share) => share > 0)) continue;
    enlargeRow(repaired, y, lightness);
    enlargeTint(tint[0], y, red);
    enlargeTint(tint[1], y, green);
    enlargeTint(tint[2], y, blue);
    for (let x = 0, p = 3 * y * width; x < width; x++, p += 3) {
      const share = shares[x] ?? 0;
      if (share === 0) continue;
      const grey = 255 * greyOfLightness(Math.min(100, Math.max(0, lightness[x] ?? 0)));
      data[p] = blended(data[p] ?? 0, grey + (red[x] ?? 0), share);
      data[p + 1] = blended(data[p + 1] ?? 0, grey + (green[x] ?? 0), share);
      data[p + 2] = blended(data[p + 2] ?? 0, grey + (blue[x] ?? 0), share);
    }
  }
  return image;
}

function blended(from: number, to: number, share: number): number {
  return Math.min(255, Math.max(0, Math.round(from + share * (to - from))));
}
