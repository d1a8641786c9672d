/**
 * The crop of a photo that is only cropped: upright in the photo if the head leans only a little, and never beyond the
 * edges of the photo, because the service adds no pixels to such a photo.
 */

import { type Crop, photoPoint } from '../pixels/pyramid.ts';

/**
 * A smaller lean is not corrected: offices allow it, and turning resamples the picture once more.
 */
const levelledRadMin = (2 * Math.PI) / 180;
/** The share of the crop that may lie outside the photo because of rounding. */
const outsideShareMax = 0.002;

/** The crop as it is cut: about the same middle, and turned only if the head leans so much that it is levelled. */
export function plainCropOf(crop: Crop): Crop {
  return Math.abs(crop.rollRad) >= levelledRadMin ? crop : { ...crop, rollRad: 0 };
}

export function liesInside(crop: Crop, photo: { readonly width: number; readonly height: number }): boolean {
  const marginX = outsideShareMax * crop.width;
  const marginY = outsideShareMax * crop.height;
  return [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].every(([u = 0, v = 0]) => {
    const { x, y } = photoPoint(crop, u, v);
    return x >= -marginX && y >= -marginY && x <= photo.width + marginX && y <= photo.height + marginY;
  });
}
