/**
 * Finds the one face of the photo, and the quarter turns that make the photo upright.
 *
 * Rules:
 * - A face counts if the mesh confirms it (score) and it leans less than 50° from upright. The largest face is the
 *   customer's.
 * - Another face makes the photo one of several people if its area is at least a fifth of the largest face's; a
 *   passer-by or a poster is smaller. Beside the largest face, where it may be visible in the crop, a twelfth is
 *   enough.
 * - A photo whose main face is turned to the side is refused.
 */

import { type ConfirmedFace, confirmedFaces, isSame, wholePhoto } from '../../nets/confirmed-faces.ts';
import type { DetectedFace } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { buildPyramid, type Crop, type Pyramid, rotatePhoto } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';

/** Clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export interface FoundPerson {
  /** The upright photo at halving sizes. */
  readonly pyramid: Pyramid;
  readonly face: MeasuredFace;
  /** The quarter turns that make the photo upright. */
  readonly turns: QuarterTurns;
}

/**
 * The net finds faces that lean by up to about 30°. Passes over the photo rotated by this angle find faces that
 * lean more.
 */
const rolledRad = (35 * Math.PI) / 180;
/**
 * If the product of the detector's score and the mesh's score is above this for an upright face, the other
 * orientations are not tried.
 */
const sureConfidence = 0.75;
/**
 * Few photos lie on their side. A face in another orientation is therefore chosen only if its confidence is
 * higher by this much.
 */
const uprightBonus = 0.15;
const otherAreaShareMin = 0.2;
const nearAreaShareMin = 1 / 12;
/**
 * Another face is beside the largest one if the distance of their centres, in widths of the largest face, is below
 * this.
 */
const nearDistance = 1.6;
/** The `noseShare` of a face that is turned to the side by about 40°. A face that is turned further is refused. */
const noseShareMin = 0.18;
/** Side of the second pass around the main face, in widths of that face. */
const nearPassWidths = 4.5;

export async function findPerson(photo: RgbBytes): Promise<FoundPerson | Refused> {
  // Upright first: nearly every photo is upright, and a rotated pass over such a photo finds only false faces.
  const upright = await detectRotated(photo, 0);
  if (confidence(upright) > sureConfidence) return decide(upright);
  const passes = [upright];
  for (const turns of [1, 3, 2] as const) passes.push(await detectRotated(photo, turns));
  const preferred = (pass: Pass) => confidence(pass) + (pass === upright ? uprightBonus : 0);
  const [best = upright] = passes.sort((a, b) => preferred(b) - preferred(a));
  if (best.faces.length > 0) return decide(best);
  const { pyramid } = upright;
  for (const regions of [tiles(pyramid, 2), tiles(pyramid, 4)]) {
    const faces = await confirmedFaces(pyramid, regions);
    if (faces.length > 0) return decide({ pyramid, turns: 0, faces });
  }
  return refused('no_face');
}

interface Pass {
  readonly pyramid: Pyramid;
  readonly turns: QuarterTurns;
  readonly faces: readonly ConfirmedFace[];
}

/**
 * Searches the photo after `turns` quarter turns for level faces and, if there are none, for faces that
 * lean to either side.
 */
async function detectRotated(photo: RgbBytes, turns: QuarterTurns): Promise<Pass> {
  const pyramid = buildPyramid(rotatePhoto(photo, turns));
  const whole = wholePhoto(pyramid);
  const level = await confirmedFaces(pyramid, [whole]);
  if (level.length > 0) return { pyramid, turns, faces: level };
  const leaning = [-rolledRad, rolledRad].map((rollRad) => ({ ...whole, rollRad }));
  return { pyramid, turns, faces: await confirmedFaces(pyramid, leaning) };
}

/** An upside-down face is sometimes confirmed, but with a lower confidence than the same face upright. */
function confidence({ faces }: Pass): number {
  return Math.max(0, ...faces.map(({ detected, measured }) => detected.score * measured.score));
}

async function decide({ pyramid, turns, faces }: Pass): Promise<FoundPerson | Refused> {
  const [main, ...others] = [...faces].sort((a, b) => area(b.detected) - area(a.detected));
  if (main === undefined) return refused('no_face');
  // A pass around the main face finds a neighbour cheek to cheek, which the pass over the whole photo may miss.
  const near = await confirmedFaces(pyramid, [squareAround(main.detected)]);
  const beside = near.filter((other) => !isSame(main.measured, other.measured));
  const isGroup = [...others, ...beside].some(({ detected }) => makesGroup(main.detected, detected));
  if (isGroup) return refused('several_faces');
  const { noseShare } = main.measured;
  const isTurned = noseShare < noseShareMin || noseShare > 1 - noseShareMin;
  return isTurned ? refused('face_turned') : { pyramid, face: main.measured, turns };
}

function squareAround({ centre, width }: DetectedFace): Crop {
  const side = nearPassWidths * width;
  return { centreX: centre.x, centreY: centre.y, width: side, height: side, rollRad: 0 };
}

/** Whether `other` makes a photo of `main` one of several people. */
export function makesGroup(main: DetectedFace, other: DetectedFace): boolean {
  const share = area(other) / area(main);
  const distance = Math.hypot(other.centre.x - main.centre.x, other.centre.y - main.centre.y) / main.width;
  return share >= otherAreaShareMin || (share >= nearAreaShareMin && distance < nearDistance);
}

function area(face: DetectedFace): number {
  return face.width * face.height;
}

/**
 * Squares with a side of the longer side divided by `parts`, half a square apart. In a square, small faces
 * are larger for the net. A face at the edge of one square is complete in the next square.
 */
function tiles({ levels: [photo] }: Pyramid, parts: number): Crop[] {
  const side = Math.max(photo.width, photo.height) / parts;
  const centres = (lengthPx: number): number[] => {
    const steps = Math.max(1, Math.ceil((2 * lengthPx) / side) - 1);
    return Array.from({ length: steps }, (_, step) => ((step + 1) * lengthPx) / (steps + 1));
  };
  return centres(photo.height).flatMap((centreY) =>
    centres(photo.width).map((centreX) => ({ centreX, centreY, width: side, height: side, rollRad: 0 })),
  );
}
