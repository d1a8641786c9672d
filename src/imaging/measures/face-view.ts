/**
 * A finished photo as the measures see it: the face sampled level at one size, so that one limit applies to photos of
 * every size, with the points of the mesh and the person's mask. The measures follow the ideas of ISO/IEC 29794-5 and
 * of BSI's OFIQ, with formulas of our own; they are not a conformant implementation.
 */

import { isConfirmed, isSame } from '../nets/confirmed-faces.ts';
import { type DetectedFace, detectFaces } from '../nets/face-detector.ts';
import {
  faceSquare,
  type MeasuredFace,
  type MeshPoint,
  measureFaceMesh,
  meshPointsOf,
} from '../nets/face-mesh.ts';
import { personProbability } from '../nets/person-segmenter.ts';
import type { Plane, RgbBytes, RgbImage } from '../pixels/plane.ts';
import { buildPyramid, type Crop, cropPoint, sampleCrop } from '../pixels/pyramid.ts';
import { backgroundPixels } from './background-pixels.ts';

export interface FaceView {
  readonly photo: RgbBytes;
  readonly face: MeasuredFace;
  /** The points of the mesh, in pixels of the photo. */
  readonly points: readonly MeshPoint[];
  /** The face, level, with 80 px from the eyes to the chin. */
  readonly crop: RgbImage;
  /** Luminance of `crop`, sRGB 0–1. */
  readonly luminance: Float32Array;
  /** The points of the mesh, in pixels of `crop`. */
  readonly cropPoints: readonly MeshPoint[];
  /** 1 inside the outline of the face, 0 outside, for the pixels of `crop`. */
  readonly inside: Uint8Array;
  /**
   * The probability that a pixel of the photo belongs to a person. The plane covers the whole photo with 256 × 256
   * pixels.
   */
  readonly person: Plane;
  /** 1 for each pixel of the photo that is certainly background, 0 for the others. */
  readonly background: Uint8Array;
  /** The areas of the main face and of all other faces that the mesh confirms, largest first. */
  readonly faceAreas: readonly number[];
}

/** The side of `crop` in pixels, and in eye-to-chin distances. */
export const cropSidePx = 256;
const cropSideLengths = 3.2;
/** Below this score, a detection is no face. */
const faceScoreMin = 0.5;

/** The points of MediaPipe's outline of the face, in order. */
const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** @returns null for a photo without a face. */
export async function viewFace(photo: RgbBytes): Promise<FaceView | null> {
  const pyramid = buildPyramid(photo);
  const found: FoundFace[] = [];
  for (const detected of await detectFaces(pyramid, { scoreMin: faceScoreMin })) {
    found.push({ detected, measured: await measureFaceMesh(pyramid, detected) });
  }
  const faces = distinctFaces(found);
  const [main] = faces;
  if (main === undefined) return null;
  const face = main.measured;
  const faceAreas = faces.map(areaOf);
  const points = await meshPointsOf(pyramid, face);
  const square = faceSquare(face, cropSideLengths);
  const size = { width: cropSidePx, height: cropSidePx };
  const crop = sampleCrop(pyramid, square, size, { outside: 'repeat' });
  const cropPoints = points.map((point) => {
    const { u, v } = cropPoint(square, point);
    return { x: u * cropSidePx, y: v * cropSidePx, z: (point.z / square.width) * cropSidePx };
  });
  const whole: Crop = {
    centreX: photo.width / 2,
    centreY: photo.height / 2,
    width: photo.width,
    height: photo.height,
    rollRad: 0,
  };
  const person = await personProbability(pyramid, whole);
  return {
    photo,
    face,
    points,
    crop,
    luminance: luminanceOf(crop.data),
    cropPoints,
    inside: polygonMask(outline.map((index) => cropPoints[index] ?? { x: 0, y: 0 })),
    person,
    background: backgroundPixels(photo, person),
    faceAreas,
  };
}

/** A detection with its mesh, which may not confirm it. */
export interface FoundFace {
  readonly detected: Pick<DetectedFace, 'width' | 'height'>;
  readonly measured: MeasuredFace;
}

/**
 * Each confirmed face once, largest first. The pattern of a shirt may look like a face to the detector, and may be
 * larger than the face. If the mesh confirms no face, the largest detection counts as the face.
 */
export function distinctFaces(found: readonly FoundFace[]): readonly FoundFace[] {
  const bySize = found.toSorted((a, b) => areaOf(b) - areaOf(a));
  const faces: FoundFace[] = [];
  for (const one of bySize.filter(({ measured }) => isConfirmed(measured))) {
    if (!faces.some(({ measured }) => isSame(measured, one.measured))) faces.push(one);
  }
  return faces.length > 0 ? faces : bySize.slice(0, 1);
}

function areaOf({ detected: { width, height } }: FoundFace): number {
  return width * height;
}

/** Point `index` of the mesh in `crop`. @throws Error for an index that the mesh does not have. */
export function meshPoint(view: FaceView, index: number): MeshPoint {
  const point = view.cropPoints[index];
  if (point === undefined) throw new Error(`the mesh has no point ${index}`);
  return point;
}

export function luminanceOf(rgb: Float32Array): Float32Array {
  const luminance = new Float32Array(rgb.length / 3);
  for (let i = 0, j = 0; i < luminance.length; i++, j += 3) {
    luminance[i] = 0.299 * (rgb[j] ?? 0) + 0.587 * (rgb[j + 1] ?? 0) + 0.114 * (rgb[j + 2] ?? 0);
  }
  return luminance;
}

/** The values of the pixels of `crop` inside a polygon of points of the mesh. */
export function valuesInside(view: FaceView, indices: readonly number[], values: Float32Array): number[] {
  return valuesWhere(polygonMask(indices.map((index) => meshPoint(view, index))), values);
}

/**
 * Returns 1 for the pixels of `crop` whose centre is inside the polygon, by the even–odd rule, and 0 for the
 * others.
 */
export function polygonMask(corners: readonly { readonly x: number; readonly y: number }[]): Uint8Array {
  const mask = new Uint8Array(cropSidePx * cropSidePx);
  for (let y = 0; y < cropSidePx; y++) {
    const crossings: number[] = [];
    for (let i = 0; i < corners.length; i++) {
      const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
      if (a === undefined || b === undefined || a.y <= y + 0.5 === b.y <= y + 0.5) continue;
      crossings.push(a.x + ((y + 0.5 - a.y) / (b.y - a.y)) * (b.x - a.x));
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil((crossings[i] ?? 0) - 0.5));
      const to = Math.min(cropSidePx - 1, Math.floor((crossings[i + 1] ?? 0) - 0.5));
      for (let x = from; x <= to; x++) mask[y * cropSidePx + x] = 1;
    }
  }
  return mask;
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** The luminances inside the outline of the face. */
export function faceLuminances({ luminance, inside }: FaceView): number[] {
  return valuesWhere(inside, luminance);
}

function valuesWhere(mask: Uint8Array, values: Float32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) found.push(values[i] ?? 0);
  return found;
}
