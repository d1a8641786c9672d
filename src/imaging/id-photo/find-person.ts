/**
 * Step 2: the one face that the photo is about, and which way up the photo is.
 *
 * Rules. A face is believed if the mesh confirms it (score) and it stands within 40° of upright. The largest
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
const rollRadMax = (40 * Math.PI) / 180;
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
  for (const turns of [0, 1, 3, 2] as const) {
    const pyramid = buildPyramid(turnPhoto(photo, turns));
    const faces = await believedFaces(pyramid, [wholePhoto(pyramid)]);
    if (faces.length > 0) return await decide(pyramid, turns, faces);
  }
  const pyramid = buildPyramid(photo);
  const faces = await believedFaces(pyramid, tiles(pyramid));
  return faces.length > 0 ? decide(pyramid, 0, faces) : refused('no_face');
}

async function decide(
  pyramid: Pyramid,
  turns: QuarterTurns,
  faces: readonly Believed[],
): Promise<FoundPerson | Refused> {
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

/** Nine overlapping squares of half the longer side: small faces come out twice as large for the net. */
function tiles({ levels: [photo] }: Pyramid): Framing[] {
  const side = Math.max(photo.width, photo.height) / 2;
  const places = [0.25, 0.5, 0.75];
  return places.flatMap((v) =>
    places.map((u) => ({
      centreX: u * photo.width,
      centreY: v * photo.height,
      width: side,
      height: side,
      rollRad: 0,
    })),
  );
}
