/**
 * Step 3: where to cut the picture out of the photo, level and by the head's measure.
 *
 * Rule. The head, from the crown (hair included) to the chin, takes the size's share of the height, and the
 * crown stands its margin below the top (`domain/goods/id-photo.ts`: 0.64 and 0.09 for Chinese sizes); the
 * middle of the head is the middle of the picture. The crown is measured on the mask, but hair higher than 1.6
 * eye-to-chin distances above the eyes does not shrink the face any further.
 *
 * A photo that ends too soon below the chin is framed closer, by up to 0.06 of head, and then higher, by up to
 * 0.03 of margin, before it is refused.
 */

import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import type { MeasuredFace } from '../face-mesh.ts';
import type { Point } from '../faces.ts';
import type { Plane } from '../plane.ts';
import { type Framing, type Pyramid, photoPoint } from '../pyramid.ts';
import { segment } from './person-mask.ts';
import { type Refused, refused } from './refused.ts';

export interface FramedHead {
  readonly kind: 'framed';
  readonly framing: Framing;
  /** How many times the original's pixels must be enlarged for the sold picture; below 1 they are shrunk. */
  readonly enlargement: number;
  /** False: the photo ends so soon below the chin that the head was framed closer than by rule. */
  readonly isRoomy: boolean;
}

/** What is added to the rule's head share and crown margin, the best first: the last leave 0.09 less below the chin. */
const closer = [
  { head: 0, margin: 0 },
  { head: 0.02, margin: 0 },
  { head: 0.04, margin: 0 },
  { head: 0.06, margin: 0 },
  { head: 0.06, margin: 0.015 },
  { head: 0.06, margin: 0.03 },
] as const;
/** Eyes to crown, in eye-to-chin distances: a mask that says otherwise is wrong about the hair. */
const crownDistanceMin = 0.55;
const crownDistanceMax = 1.6;
const crownDistanceUsual = 1.2;
/** No crown is lower: a photo that ends here has lost a part of the head. The cut's edge finds the rest. */
const crownDistanceBare = 0.6;
/** The photo's pixels may be a shrunken version of the original: `originalScale` is original ÷ photo, ≥ 1. */
export async function frameHead(
  pyramid: Pyramid,
  face: MeasuredFace,
  size: IdPhotoSize,
  originalScale: number,
): Promise<FramedHead | Refused> {
  const [photo] = pyramid.levels;
  const axes = axesOf(face);
  if (topEdgeDistance(axes, face) < crownDistanceBare) return refused('face_cut_off');
  const crownDistance = await measureCrown(pyramid, face);
  const head = (1 + crownDistance) * face.eyeToChin;
  const middle = outlineMiddle(axes, face);
  for (const step of closer) {
    const headShare = size.headShare + step.head;
    const crownMargin = size.crownMargin + step.margin;
    const height = head / headShare;
    const width = (height * size.widthPx) / size.heightPx;
    const top = -crownDistance * face.eyeToChin - crownMargin * height;
    const centre = axes.toPhoto(middle, top + height / 2);
    const framing = {
      centreX: centre.x,
      centreY: centre.y,
      width,
      height,
      rollRad: axes.rollRad,
    };
    const reachesBelow = [0.05, 0.5, 0.95].every((u) => photoPoint(framing, u, 1).y <= photo.height + 0.5);
    if (!reachesBelow) continue;
    const enlargement = size.heightPx / (height * originalScale);
    return { kind: 'framed', framing, enlargement, isRoomy: step === closer[0] };
  }
  return refused('face_cut_off');
}

interface Axes {
  readonly rollRad: number;
  /** From (right, down) relative to the eyes, in photo pixels, along the levelled head. */
  toPhoto(right: number, down: number): Point;
}

function axesOf(face: MeasuredFace): Axes {
  const cos = Math.cos(face.rollRad);
  const sin = Math.sin(face.rollRad);
  return {
    rollRad: face.rollRad,
    toPhoto: (right, down) => ({
      x: face.eyes.x + right * cos - down * sin,
      y: face.eyes.y + right * sin + down * cos,
    }),
  };
}

/** Middle of the face's outline, to the right of the eyes: a head turned a little is centred by its whole. */
function outlineMiddle(axes: Axes, face: MeasuredFace): number {
  const cos = Math.cos(axes.rollRad);
  const sin = Math.sin(axes.rollRad);
  const rights = face.outline.map(({ x, y }) => (x - face.eyes.x) * cos + (y - face.eyes.y) * sin);
  return (Math.min(...rights) + Math.max(...rights)) / 2;
}

/** From the eyes up to the photo's edge along the head, in eye-to-chin distances. */
function topEdgeDistance(axes: Axes, face: MeasuredFace): number {
  return face.eyes.y / Math.max(0.1, Math.cos(axes.rollRad)) / face.eyeToChin;
}

/** In eye-to-chin distances above the eyes. */
async function measureCrown(pyramid: Pyramid, face: MeasuredFace): Promise<number> {
  const axes = axesOf(face);
  const side = 5.6 * face.eyeToChin;
  const centre = axes.toPhoto(0, 0.3 * face.eyeToChin);
  const mask = await segment(pyramid, {
    centreX: centre.x,
    centreY: centre.y,
    width: side,
    height: side,
    rollRad: axes.rollRad,
  });
  const eyeRow = Math.round((0.5 - 0.3 / 5.6) * mask.height);
  const crownRow = highestRowOfHead(mask, eyeRow);
  const distance = ((eyeRow - crownRow) / mask.height) * 5.6;
  if (distance < crownDistanceMin) return crownDistanceUsual;
  return Math.min(distance, crownDistanceMax);
}

/** Walks up from the eyes, so that something else above the head is not taken for it. */
export function highestRowOfHead({ width, height, data }: Plane, eyeRow: number): number {
  const reach = Math.round((0.9 / 5.6) * width);
  const personPixelsMin = 6;
  let row = Math.min(eyeRow, height - 1);
  for (; row > 0; row--) {
    let count = 0;
    for (let x = (width >> 1) - reach; x <= (width >> 1) + reach; x++) {
      if ((data[(row - 1) * width + x] ?? 0) > 0.5) count++;
    }
    if (count < personPixelsMin) break;
  }
  return row;
}
