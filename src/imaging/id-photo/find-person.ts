/**
 * Step 2: the one face that the photo is about, and which way up the photo is.
 *
 * Rules. A face is believed if the mesh confirms it (score) and it stands within 50° of upright. The largest
 * is the customer's. Another believed face makes the photo one of several people if its area is at least a
 * fifth of the largest's (under half its height: a passer-by or a poster stays below), or, when it is so
 * near that it may end up in the picture, at least a twelfth. A face that looks aside is no ID photo.
 */

import { type MeasuredFace, measureFace } from '../face-mesh.ts';
import { type DetectedFace, detectFaces } from '../faces.ts';
import type { RgbBytes } from '../plane.ts';
import { buildPyramid, type Framing, type Pyramid, turnPhoto } from '../pyramid.ts';
import { type Refused, refused } from './refused.ts';

/** Clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export interface FoundPerson {
  readonly kind: 'found';
  /** Turned upright. */
  readonly pyramid: Pyramid;
  readonly face: MeasuredFace;
  /** What it took to turn the photo upright. */
  readonly turns: QuarterTurns;
}

const detectionScoreMin = 0.55;
const meshScoreMin = 0.6;
const rollRadMax = (50 * Math.PI) / 180;
/** The net finds faces within about 30° of upright; looks turned by this cover the rest. */
const rolledRad = (35 * Math.PI) / 180;
/** Of a face's two scores multiplied: above it no other way up is tried. */
const sureConfidence = 0.75;
/** Few photos lie on their side: a face seen so must be seen that much more surely. */
const uprightBonus = 0.15;
const otherAreaShareMin = 0.2;
const nearAreaShareMin = 1 / 12;
/** In widths of the largest face, between centres. */
const nearDistance = 1.6;
/** Nose between the sides of the face: about 40° of turn to either side. */
const noseShareMin = 0.18;
/** Side of the second look about the main face, in its widths. */
const nearLookWidths = 4.5;
/** In eye-to-chin distances; two heads cheek to cheek are one apart. */
const sameEyesDistance = 0.4;
/** Faces that are measured per orientation; a crowd needs no exact count. */
const facesMeasuredMax = 6;

interface Believed {
  readonly detected: DetectedFace;
  readonly measured: MeasuredFace;
}

export async function findPerson(photo: RgbBytes): Promise<FoundPerson | Refused> {
  // Upright first: nearly every photo is, and a sideways look at an upright one can only mislead.
  const upright = await lookAt(photo, 0);
  if (confidence(upright) > sureConfidence) return decide(upright);
  const looks = [upright];
  for (const turns of [1, 3, 2] as const) looks.push(await lookAt(photo, turns));
  const preferred = (look: Look) => confidence(look) + (look === upright ? uprightBonus : 0);
  const [best = upright] = looks.sort((a, b) => preferred(b) - preferred(a));
  if (best.faces.length > 0) return decide(best);
  const { pyramid } = upright;
  for (const regions of [tiles(pyramid, 2), tiles(pyramid, 4)]) {
    const faces = await believedFaces(pyramid, regions);
    if (faces.length > 0) return decide({ pyramid, turns: 0, faces });
  }
  return refused('no_face');
}

interface Look {
  readonly pyramid: Pyramid;
  readonly turns: QuarterTurns;
  readonly faces: readonly Believed[];
}

/** The photo turned, level and, if that finds nothing, leaning to either side. */
async function lookAt(photo: RgbBytes, turns: QuarterTurns): Promise<Look> {
  const pyramid = buildPyramid(turnPhoto(photo, turns));
  const whole = wholePhoto(pyramid);
  const level = await believedFaces(pyramid, [whole]);
  if (level.length > 0) return { pyramid, turns, faces: level };
  const leaning = [-rolledRad, rolledRad].map((rollRad) => ({ ...whole, rollRad }));
  return { pyramid, turns, faces: await believedFaces(pyramid, leaning) };
}

/** An upside-down face is believed now and then, but less than the same one upright. */
function confidence({ faces }: Look): number {
  return Math.max(0, ...faces.map(({ detected, measured }) => detected.score * measured.score));
}

async function decide({ pyramid, turns, faces }: Look): Promise<FoundPerson | Refused> {
  const [main, ...others] = [...faces].sort((a, b) => area(b.detected) - area(a.detected));
  if (main === undefined) return refused('no_face');
  // A closer look finds the cheek-to-cheek neighbour whom the look at the whole photo merged or missed.
  const near = await believedFaces(pyramid, [squareAround(main.detected)]);
  const beside = near.filter((other) => !isSame(main.measured, other.measured));
  const isCrowd = [...others, ...beside].some(({ detected }) => countsBeside(main.detected, detected));
  if (isCrowd) return refused('several_faces');
  const { noseShare } = main.measured;
  const isTurned = noseShare < noseShareMin || noseShare > 1 - noseShareMin;
  return isTurned ? refused('face_turned') : { kind: 'found', pyramid, face: main.measured, turns };
}

function squareAround({ centre, width }: DetectedFace): Framing {
  const side = nearLookWidths * width;
  return { centreX: centre.x, centreY: centre.y, width: side, height: side, rollRad: 0 };
}

export function countsBeside(main: DetectedFace, other: DetectedFace): boolean {
  const share = area(other) / area(main);
  const distance = Math.hypot(other.centre.x - main.centre.x, other.centre.y - main.centre.y) / main.width;
  return share >= otherAreaShareMin || (share >= nearAreaShareMin && distance < nearDistance);
}

function area(face: DetectedFace): number {
  return face.width * face.height;
}

async function believedFaces(pyramid: Pyramid, regions: readonly Framing[]): Promise<Believed[]> {
  const believed: Believed[] = [];
  for (const region of regions) {
    const faces = await detectFaces(pyramid, { scoreMin: detectionScoreMin, region });
    for (const detected of faces.slice(0, facesMeasuredMax)) {
      const measured = await measureFace(pyramid, detected);
      const isUpright = Math.abs(measured.rollRad) <= rollRadMax;
      if (!isUpright || measured.score < meshScoreMin) continue;
      if (!believed.some((other) => isSame(other.measured, measured))) believed.push({ detected, measured });
    }
  }
  return believed;
}

/** Neighbouring tiles, and two boxes on one head, find one face twice. */
function isSame(a: MeasuredFace, b: MeasuredFace): boolean {
  const distance = Math.hypot(a.eyes.x - b.eyes.x, a.eyes.y - b.eyes.y);
  return distance < sameEyesDistance * Math.max(a.eyeToChin, b.eyeToChin);
}

function wholePhoto({ levels: [photo] }: Pyramid): Framing {
  const side = Math.max(photo.width, photo.height);
  return { centreX: photo.width / 2, centreY: photo.height / 2, width: side, height: side, rollRad: 0 };
}

/**
 * Squares of the longer side's `parts`-th, half a square apart: small faces come out that much larger for the net,
 * and one that a square's edge cuts is whole in the next.
 */
function tiles({ levels: [photo] }: Pyramid, parts: number): Framing[] {
  const side = Math.max(photo.width, photo.height) / parts;
  const centres = (lengthPx: number): number[] => {
    const steps = Math.max(1, Math.ceil((2 * lengthPx) / side) - 1);
    return Array.from({ length: steps }, (_, step) => ((step + 1) * lengthPx) / (steps + 1));
  };
  return centres(photo.height).flatMap((centreY) =>
    centres(photo.width).map((centreX) => ({ centreX, centreY, width: side, height: side, rollRad: 0 })),
  );
}
