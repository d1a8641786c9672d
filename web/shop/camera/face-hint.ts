/** Computes from the face that was found what the person in front of the camera should change. Pure geometry. */

import type { FoundFace } from './find-face.ts';
import type { PlacedGuide, Size } from './head-guide.ts';

export type FaceHint = 'noFace' | 'light' | 'closer' | 'back' | 'middle' | 'straight' | 'ready';

/** The face and the light in one picture of the camera. */
export interface Sight {
  /** Null without a face. Positions are shares of the side of the square `seenSquare`. */
  readonly face: FoundFace | null;
  /** Mean luminance of the face, or of the whole square if there is no face: 0–1. */
  readonly light: number;
}

/**
 * From the eyes to the chin, as a share of the height of the detector's box: the median of 43 photos whose
 * head has at least a quarter of the picture's height. Eight of ten are within 0.66–0.78.
 */
const eyesToChinPerBox = 0.725;
/**
 * The smallest and the largest face without a hint, as a multiple of the guide's size. With a narrower range, the
 * hint would change all the time.
 */
const sizes = { min: 0.8, max: 1.25 };
/** How far the eyes may be from the guide's eyes, as a multiple of the distance from the eyes to the chin. */
const offsetMax = 0.4;
/**
 * The largest tilt of the head without a hint. In one of ten photos the detector's angle is wrong by 5°, so a
 * smaller limit would cause wrong hints. The service levels the head anyway.
 */
const rollMaxRad = (10 * Math.PI) / 180;
/**
 * The range without a hint for the tip of the nose, as a share of the way from the right eye to the left eye. The
 * share is 0.5 from the front, and 0.2 or 0.8 for a head that is turned by 20°.
 */
const noseShares = { min: 0.25, max: 0.75 };
/** Below this luminance, the check of the photo warns `too_dark` (`src/imaging/id-photo/warnings.ts`). */
const lightMin = 0.27;

/** The part of the camera's picture that the detector sees: the square in its middle. */
export function seenSquare({ width, height }: Size) {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

export function hintOf({ face, light }: Sight, guide: PlacedGuide, video: Size): FaceHint {
  if (light < lightMin) return 'light';
  if (face === null) return 'noFace';
  const { left, top, side } = seenSquare(video);
  const { rightEye, leftEye, nose } = face;
  const size = (face.height * side * eyesToChinPerBox) / guide.eyesToChin;
  if (size < sizes.min) return 'closer';
  if (size > sizes.max) return 'back';
  const eyes = {
    x: left + ((rightEye.x + leftEye.x) / 2) * side,
    y: top + ((rightEye.y + leftEye.y) / 2) * side,
  };
  if (Math.hypot(eyes.x - guide.eyes.x, eyes.y - guide.eyes.y) > offsetMax * guide.eyesToChin)
    return 'middle';
  const across = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y };
  if (Math.abs(Math.atan2(across.y, across.x)) > rollMaxRad) return 'straight';
  const along = (nose.x - rightEye.x) * across.x + (nose.y - rightEye.y) * across.y;
  const noseShare = along / (across.x ** 2 + across.y ** 2);
  return noseShare < noseShares.min || noseShare > noseShares.max ? 'straight' : 'ready';
}

/** A hint is shown after this many consecutive pictures led to it, which takes half a second. */
const picturesInRow = 2;

export interface ShownHint {
  /** Null until the first hint is certain. */
  readonly shown: FaceHint | null;
  readonly last: FaceHint | null;
  readonly inRow: number;
}

export const noHint: ShownHint = { shown: null, last: null, inRow: 0 };

/** @returns the hint to show after another picture. */
export function steadied({ shown, last, inRow }: ShownHint, found: FaceHint): ShownHint {
  const count = found === last ? inRow + 1 : 1;
  return { shown: count >= picturesInRow ? found : shown, last: found, inRow: count };
}
