/** Decides with the coarse mask of the person which pixels of a photo are certainly background. */

import type { Plane } from '../pixels/plane.ts';

const personMax = 0.05;
/**
 * The mask is coarse, so a pixel counts as background only if it is at least this far from the person, as a share
 * of the side of the mask.
 */
const distanceShare = 0.03;

/**
 * @param person covers the whole photo with any number of pixels.
 * @returns 1 for each pixel of the photo that is certainly background, 0 for the others.
 */
export function backgroundPixels(
  { width, height }: { readonly width: number; readonly height: number },
  person: Plane,
): Uint8Array {
  const background = new Uint8Array(width * height);
  const column = placesIn(person.width, width);
  const row = placesIn(person.height, height);
  const isClear = (y: number, x: number) => (person.data[y * person.width + x] ?? 0) <= personMax;
  for (let y = 0; y < height; y++) {
    const [here, below] = [row(y, 0), row(y, distanceShare)];
    for (let x = 0; x < width; x++) {
      const at = column(x, 0);
      const isBackground =
        isClear(here, at) &&
        isClear(here, column(x, distanceShare)) &&
        isClear(here, column(x, -distanceShare)) &&
        isClear(below, at);
      if (isBackground) background[y * width + x] = 1;
    }
  }
  return background;
}

/** Maps a place among `count` pixels of a photo, moved by a share of its side, to the `side` pixels of the mask. */
function placesIn(side: number, count: number) {
  return (at: number, moved: number): number =>
    Math.min(side - 1, Math.max(0, Math.floor(((at + 0.5) / count + moved) * side)));
}
