/**
 * Finds the faces of a picture: those that the detector finds and the mesh confirms. Which face is the customer's is
 * decided in `id-photo/steps/find-person.ts`.
 */

import type { Crop, Pyramid } from '../pixels/pyramid.ts';
import { type DetectedFace, detectFaces } from './face-detector.ts';
import { type MeasuredFace, measureFaceMesh } from './face-mesh.ts';

const detectionScoreMin = 0.55;
const meshScoreMin = 0.6;
const rollRadMax = (50 * Math.PI) / 180;
/**
 * Two detections whose eyes are nearer than this, in eye-to-chin distances, are the same face. The distance
 * of two heads cheek to cheek is 1.
 */
const sameEyesDistance = 0.4;
/** The maximum number of faces that are measured in one region. The faces of a crowd need no exact count. */
const facesMeasuredMax = 6;

export interface ConfirmedFace {
  readonly detected: DetectedFace;
  readonly measured: MeasuredFace;
}

/** The faces in `regions`, each once, in the order of the regions and of the detector's score. */
export async function confirmedFaces(pyramid: Pyramid, regions: readonly Crop[]): Promise<ConfirmedFace[]> {
  const confirmed: ConfirmedFace[] = [];
  for (const region of regions) {
    const faces = await detectFaces(pyramid, { scoreMin: detectionScoreMin, region });
    for (const detected of faces.slice(0, facesMeasuredMax)) {
      const measured = await measureFaceMesh(pyramid, detected);
      if (!isConfirmed(measured)) continue;
      if (!confirmed.some((other) => isSame(other.measured, measured)))
        confirmed.push({ detected, measured });
    }
  }
  return confirmed;
}

/** Whether the mesh confirms that a detection is a face, and that the face is upright. */
export function isConfirmed({ rollRad, score }: MeasuredFace): boolean {
  return Math.abs(rollRad) <= rollRadMax && score >= meshScoreMin;
}

/**
 * Whether two measured faces are the same face. Overlapping tiles, or two detections on one head, find a face
 * twice.
 */
export function isSame(a: MeasuredFace, b: MeasuredFace): boolean {
  const distance = Math.hypot(a.eyes.x - b.eyes.x, a.eyes.y - b.eyes.y);
  return distance < sameEyesDistance * Math.max(a.eyeToChin, b.eyeToChin);
}

export function wholePhoto({ levels: [photo] }: Pyramid): Crop {
  const side = Math.max(photo.width, photo.height);
  return { centreX: photo.width / 2, centreY: photo.height / 2, width: side, height: side, rollRad: 0 };
}
