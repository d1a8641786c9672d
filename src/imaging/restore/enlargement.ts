/** Which pictures a restoration can enlarge, and how much. */

/** How many times as long both sides become. */
export const enlargedTimes = 2;

/**
 * A picture with more pixels is not enlarged: it has more than 300 dpi on a postcard already, and the enlargement would
 * take too long.
 */
const pixelsMax = 2_200_000;

export function isTooLargeToEnlarge(pixels: number): boolean {
  return pixels > pixelsMax;
}
