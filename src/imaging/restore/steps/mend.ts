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
  const hasDamage = rowsWithDamage(opacity);
  for (let y = 0; y < height; y++) {
    // Between the same two rows as the row enlarger, or a little beyond.
    const middle = ((y + 0.5) * opacity.height) / height - 0.5;
    if (!hasDamage[Math.max(0, Math.floor(middle))] && !hasDamage[Math.ceil(middle)]) continue;
    enlargeRow(opacity, y, shares);
    for (let from = nextDamaged(shares, 0); from < width; ) {
      const to = nextIntact(shares, from);
      enlargeRow(repaired, y, lightness, from, to);
      enlargeTint(tint[0], y, red, from, to);
      enlargeTint(tint[1], y, green, from, to);
      enlargeTint(tint[2], y, blue, from, to);
      for (let x = from, p = 3 * (y * width + from); x < to; x++, p += 3) {
        const share = shares[x] ?? 0;
        const grey = 255 * greyOfLightness(Math.min(100, Math.max(0, lightness[x] ?? 0)));
        data[p] = blended(data[p] ?? 0, grey + (red[x] ?? 0), share);
        data[p + 1] = blended(data[p + 1] ?? 0, grey + (green[x] ?? 0), share);
        data[p + 2] = blended(data[p + 2] ?? 0, grey + (blue[x] ?? 0), share);
      }
      from = nextDamaged(shares, to);
    }
  }
  return image;
}

function rowsWithDamage({ width, height, data }: Plane): boolean[] {
  return Array.from({ length: height }, (_, y) =>
    data.subarray(y * width, (y + 1) * width).some((share) => share > 0),
  );
}

/** The first pixel from `x` on that is replaced, or the length of the row. */
function nextDamaged(shares: Float32Array, x: number): number {
  let at = x;
  while (at < shares.length && shares[at] === 0) at++;
  return at;
}

/** The first pixel from `x` on that is not replaced, or the length of the row. */
function nextIntact(shares: Float32Array, x: number): number {
  let at = x;
  while (at < shares.length && shares[at] !== 0) at++;
  return at;
}

function blended(from: number, to: number, share: number): number {
  return Math.min(255, Math.max(0, Math.round(from + share * (to - from))));
}
