/**
 * Head size and margins: where the head is in the photo. The top of the hair is found row by row: by its colour against a
 * flat background, and by the person's mask against any other background, or where the hair has the colour of the
 * background.
 */

import { backgroundColour } from './background-colour.ts';
import { backgroundUniformity } from './background-uniformity.ts';
import type { FaceView } from './face-view.ts';

/** All values are shares of the photo's height, except `left` and `right`, which are shares of its width. */
export interface HeadPlaceMeasures {
  readonly hairToChin: number;
  /**
   * The head without the hair, from its crown to the chin. The crown is assumed to be 1.1 eye-to-chin distances
   * above the eyes, but not above the measured top of the head, which is lower in some bald heads.
   */
  readonly crownToChin: number;
  readonly eyesAboveBottom: number;
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
  /** The width of the mesh’s outline, which ends at the roots of the ears. */
  readonly faceWidth: number;
}

/** The distance from the eyes up to the crown without hair, in eye-to-chin distances: the mean of adults. */
const bareCrown = 1.1;
/**
 * A background whose uniformity measure is at most this is flat, for example a background that the service has
 * replaced.
 */
const flatMax = 2.5;
/** Sum of the differences of the three channels above which a pixel is not background. */
const differenceMin = 45;
/**
 * A row belongs to the head only if at least this share of the photo's width is not background, so that a single
 * hair does not count.
 */
const rowShareMin = 0.02;
const personMin = 0.5;
/** The mask is coarse, but surely inside the person where it exceeds this. */
const surePersonMin = 0.9;

export function headPlace(view: FaceView): HeadPlaceMeasures {
  const { photo, face } = view;
  const hairRow = topOfHair(view);
  const crownRow = Math.max(hairRow, face.eyes.y - bareCrown * face.eyeToChin);
  const xs = face.outline.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return {
    hairToChin: (face.chin.y - hairRow) / photo.height,
    crownToChin: (face.chin.y - crownRow) / photo.height,
    eyesAboveBottom: 1 - face.eyes.y / photo.height,
    above: hairRow / photo.height,
    below: 1 - face.chin.y / photo.height,
    left: left / photo.width,
    right: 1 - right / photo.width,
    faceWidth: (right - left) / photo.height,
  };
}

/** The highest row of the head, searched upwards from the eyes, within a face width of the middle. */
function topOfHair(view: FaceView): number {
  const { photo, face } = view;
  const colour = backgroundUniformity(view) <= flatMax ? backgroundColour(view) : null;
  const reach = face.eyeToChin * 0.9;
  const from = Math.max(0, Math.floor(face.eyes.x - reach));
  const to = Math.min(photo.width - 1, Math.ceil(face.eyes.x + reach));
  const needed = Math.max(2, rowShareMin * photo.width);
  for (let y = Math.floor(face.eyes.y); y >= 0; y--) {
    let count = 0;
    for (let x = from; x <= to; x++) if (isPerson(view, x, y, colour)) count++;
    if (count < needed) return y + 1;
  }
  return 0;
}

function isPerson(
  { photo, person }: FaceView,
  x: number,
  y: number,
  colour: readonly [number, number, number] | null,
): boolean {
  const column = Math.floor(((x + 0.5) / photo.width) * person.width);
  const row = Math.floor(((y + 0.5) / photo.height) * person.height);
  const mask = person.data[row * person.width + column] ?? 0;
  if (colour === null) return mask > personMin;
  if (mask > surePersonMin) return true;
  const i = 3 * (y * photo.width + x);
  let difference = 0;
  for (const c of [0, 1, 2] as const) difference += Math.abs((photo.data[i + c] ?? 0) - colour[c]);
  return difference > differenceMin;
}
