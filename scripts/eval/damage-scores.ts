/** Scores how damage was found and filled in a photo whose lightness before the damage is known. */

import { type Bitmap, dilate } from '../../src/imaging/pixels/morphology.ts';
import type { Plane } from '../../src/imaging/pixels/plane.ts';

/**
 * A pixel is damaged if the damage changed its L by more than `visible`, and intact if by less than `invisible`. Pixels
 * in between do not count, because they are neither clearly damaged nor clearly intact.
 */
const visible = 5;
const invisible = 1.5;
/** The certainty from which the net alone counts as having found a pixel. */
const certaintyMin = 0.5;
/** How far the service extends what it mends beyond what the net found, in pixels. */
const extendedPx = 2;

export interface KnownDamage {
  readonly whole: Plane;
  readonly drawn: Plane;
  /** The pixels that are damaged. */
  readonly damaged: Bitmap;
  /** The pixels that are not intact. */
  readonly altered: Bitmap;
}

export function knownDamage(whole: Plane, drawn: Plane): KnownDamage {
  const changedBy = (limit: number): Bitmap => ({
    width: whole.width,
    height: whole.height,
    data: Uint8Array.from(whole.data, (value, i) => (Math.abs((drawn.data[i] ?? 0) - value) > limit ? 1 : 0)),
  });
  return { whole, drawn, damaged: changedBy(visible), altered: changedBy(invisible) };
}

/** Numbers of pixels: found and damaged, found, damaged. They are added over photos before F1 is computed. */
export interface Hits {
  readonly hits: number;
  readonly found: number;
  readonly there: number;
}

export function f1Of({ hits, found, there }: Hits): number {
  return (2 * hits) / (found + there);
}

export function sumOf(rows: readonly Hits[]): Hits {
  const total = (key: keyof Hits): number => rows.reduce((sum, row) => sum + row[key], 0);
  return { hits: total('hits'), found: total('found'), there: total('there') };
}

/** What the net found, pixel by pixel, without a tolerance. */
export function foundByNet(certainty: Plane, { damaged, altered }: KnownDamage): Hits {
  return counted(certainty.data.length, damaged, (i) => {
    const counts = damaged.data[i] === 1 || altered.data[i] === 0;
    return counts && (certainty.data[i] ?? 0) >= certaintyMin;
  });
}

/** What the service mends. Mended pixels within `extendedPx` of altered pixels are not counted as false. */
export function mendedByService(opacity: Plane, { damaged, altered }: KnownDamage): Hits {
  const near = dilate(altered, extendedPx);
  return counted(
    opacity.data.length,
    damaged,
    (i) => (opacity.data[i] ?? 0) > 0 && (damaged.data[i] === 1 || near.data[i] === 0),
  );
}

function counted(length: number, damaged: Bitmap, isFound: (i: number) => boolean): Hits {
  let [hits, found, there] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const is = damaged.data[i] === 1;
    if (is) there++;
    if (!isFound(i)) continue;
    found++;
    if (is) hits++;
  }
  return { hits, found, there };
}

/** PSNR of L inside damage, in dB. */
export function psnrInside(lightness: Plane, { whole, damaged }: KnownDamage): number {
  let [squares, count] = [0, 0];
  for (let i = 0; i < whole.data.length; i++) {
    if (damaged.data[i] === 0) continue;
    squares += ((lightness.data[i] ?? 0) - (whole.data[i] ?? 0)) ** 2;
    count++;
  }
  return 10 * Math.log10(100 ** 2 / (squares / count + 1e-3));
}
