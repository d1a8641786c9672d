/**
 * The luminance of a face's lightest parts: skin and eyes reflect the light there. It shows how the photo was exposed,
 * because it depends much less on the tone of the skin than the mean luminance.
 */

/** A percentile instead of the maximum, because single pixels may be noise or glitter. */
const share = 0.98;

/** @returns the 98th percentile of the face's luminances; 0 without any. */
export function lightestOf(luminances: Float32Array): number {
  const sorted = luminances.toSorted();
  return sorted[Math.trunc(share * sorted.length)] ?? 0;
}
