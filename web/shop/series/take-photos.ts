/** Which of the chosen files become photos of a series: as many as the series still has room for. */

/** The maximum number of photos in a series, which is the maximum number of orders of `pay_orders`. */
export const seriesPhotosMax = 20;

export interface TakenPhotos<Item> {
  readonly taken: readonly Item[];
  /** How many files the series has no room for. */
  readonly leftOut: number;
}

/** @param knownCount the number of photos that the series already has. */
export function takePhotos<Item>(knownCount: number, files: readonly Item[]): TakenPhotos<Item> {
  const taken = files.slice(0, Math.max(0, seriesPhotosMax - knownCount));
  return { taken, leftOut: files.length - taken.length };
}
