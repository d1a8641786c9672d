/** The face as the warnings about coverings see it: level, at one size, with the points of the mesh. */

import { faceSquare, type MeasuredFace, meshPointsOf } from '../nets/face-mesh.ts';
import type { RgbImage } from '../pixels/plane.ts';
import type { PolygonPoint } from '../pixels/polygon.ts';
import { cropPoint, type Pyramid, sampleCrop } from '../pixels/pyramid.ts';
import { type Patch, patchOf } from './face-patch.ts';

/** The face is sampled level as a square of this side, 3.2 eye-to-chin distances wide. */
export const sidePx = 128;
const sideLengths = 3.2;

export interface SampledFace {
  readonly image: RgbImage;
  /** The points of the mesh, in pixels of the image. */
  readonly points: readonly PolygonPoint[];
}

export async function sampleFace(pyramid: Pyramid, face: MeasuredFace): Promise<SampledFace> {
  const square = faceSquare(face, sideLengths);
  const { data } = sampleCrop(pyramid, square, { width: sidePx, height: sidePx }, { outside: 'repeat' });
  const points = (await meshPointsOf(pyramid, face)).map((point) => {
    const { u, v } = cropPoint(square, point);
    return { x: u * sidePx, y: v * sidePx };
  });
  return { image: { width: sidePx, height: sidePx, data }, points };
}

/** @param corners points of the mesh around the patch, in any order. */
export function patchAt({ image, points }: SampledFace, corners: readonly number[]): Patch {
  return patchOf(image, around(corners.flatMap((index) => points[index] ?? [])));
}

/** Sorts the points by their angle around their middle. */
function around(points: readonly PolygonPoint[]): PolygonPoint[] {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const angle = (point: PolygonPoint) => Math.atan2(point.y - y, point.x - x);
  return points.toSorted((one, other) => angle(one) - angle(other));
}
