/** Yaw, pitch and roll of the head in degrees; 0 for a head that faces the camera straight. */

import { type FaceView, meshPoint } from './face-view.ts';

/** Indices of the mesh points at the two sides of the face. */
const rightSide = 234;
const leftSide = 454;
/** How far the tip of the nose is below the eyes, in eye-to-chin distances, in a face that looks straight ahead. */
const levelNoseDrop = 0.37;
/**
 * Degrees of pitch for each eye-to-chin distance by which the nose drops: the slope over 25 photos of people whose
 * pitch was computed from the depth of the mesh. The depth itself is noisier.
 */
const degreesPerNoseDrop = 170;

const degrees = (rad: number) => (rad * 180) / Math.PI;

/** Positive: the face is turned to the right of the picture. */
export function yaw(view: FaceView): number {
  const [right, left] = [meshPoint(view, rightSide), meshPoint(view, leftSide)];
  return degrees(Math.atan2(left.z - right.z, left.x - right.x));
}

/** Positive: the face looks down. */
export function pitch({ face: { noseDrop } }: FaceView): number {
  return (noseDrop - levelNoseDrop) * degreesPerNoseDrop;
}

/** Positive: the head leans clockwise in the picture. */
export function roll({ face: { rollRad } }: FaceView): number {
  return degrees(rollRad);
}
