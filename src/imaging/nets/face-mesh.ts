/**
 * Measures one face with MediaPipe's mesh of 468 points. The net returns points even for a picture without a
 * face, so callers must check the score.
 */

import { type Crop, type Pyramid, photoPoint, sampleCrop } from '../pixels/pyramid.ts';
import type { DetectedFace, Point } from './face-detector.ts';
import { mediapipeNet } from './mediapipe-nets.ts';
import { requireOutput } from './onnx-net.ts';

/** Lengths and points are in photo pixels. */
export interface MeasuredFace {
  /** 0–1: how certain the net is that there is a face. */
  readonly score: number;
  /** The middle between the eyes. */
  readonly eyes: Point;
  readonly chin: Point;
  readonly foreheadTop: Point;
  /** The roll of the head, clockwise on screen; 0 when the eyes are level. */
  readonly rollRad: number;
  /** Distance from `eyes` to `chin`: the unit of all rules about the head. */
  readonly eyeToChin: number;
  /** Position of the nose's tip between the sides of the face: 0.5 seen from the front, near 0 or 1 when turned. */
  readonly noseShare: number;
  /** The corners of the person's right eye, then of the left eye. */
  readonly eyeCorners: readonly [readonly [Point, Point], readonly [Point, Point]];
  /**
   * How far the nose's tip is below the eyes, in eye-to-chin distances: about 0.37 when the face looks straight
   * ahead, less when it looks up.
   */
  readonly noseDrop: number;
  /** The closed outline of the face, clockwise on screen, from the forehead. */
  readonly outline: readonly Point[];
  /** The closed outlines of the lips: their outer edge, and the opening between them. */
  readonly lips: { readonly outer: readonly Point[]; readonly inner: readonly Point[] };
}

const inputSidePx = 192;
/** The net was trained on a square of 1.5 times the detector's box. */
const squarePerBox = 1.5;

const rightEyeCorners = [33, 133] as const;
const leftEyeCorners = [362, 263] as const;
const chinIndex = 152;
const foreheadIndex = 10;
const noseTipIndex = 1;
/** The person's right side of the face is the left one in the picture. */
const rightSideIndex = 234;
const leftSideIndex = 454;
/** MediaPipe's FACEMESH_FACE_OVAL, in order. */
const outlineIndices = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/**
 * Indices of the mesh points along the outer edge of the lips, and along the edge of the opening between them, in
 * order.
 */
const outerLipIndices = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
];
const innerLipIndices = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
];

export async function measureFaceMesh(pyramid: Pyramid, face: DetectedFace): Promise<MeasuredFace> {
  const { rightEye, leftEye } = face;
  const side = squarePerBox * Math.max(face.width, face.height);
  const first = await runMesh(pyramid, {
    centreX: face.centre.x,
    centreY: face.centre.y,
    width: side,
    height: side,
    rollRad: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
  });
  // The positions of the eyes that the detector returns are not exact. A second pass on a square that is
  // level with the eyes of the mesh halves the error of the roll angle.
  return runMesh(pyramid, squareAround(first));
}

/** A point of the mesh. `z` points away from the camera, in the same pixels as x and y. */
export interface MeshPoint extends Point {
  readonly z: number;
}

/** All 468 points of a face that was measured before, in photo pixels. */
export async function meshPointsOf(pyramid: Pyramid, face: MeasuredFace): Promise<readonly MeshPoint[]> {
  const square = squareAround(face);
  const { mesh } = await meshOutputs(pyramid, square);
  const scale = square.width / inputSidePx;
  return Array.from({ length: mesh.length / 3 }, (_, index) => ({
    ...photoPoint(square, (mesh[3 * index] ?? 0) / inputSidePx, (mesh[3 * index + 1] ?? 0) / inputSidePx),
    z: (mesh[3 * index + 2] ?? 0) * scale,
  }));
}

/**
 * A square with level eyes whose centre is a fifth of the way from the eyes to the chin.
 * @param sideLengths its side in eye-to-chin distances.
 */
export function faceSquare({ eyes, chin, eyeToChin, rollRad }: MeasuredFace, sideLengths: number): Crop {
  const side = sideLengths * eyeToChin;
  return {
    centreX: eyes.x + (chin.x - eyes.x) * 0.2,
    centreY: eyes.y + (chin.y - eyes.y) * 0.2,
    width: side,
    height: side,
    rollRad,
  };
}

function squareAround(face: MeasuredFace): Crop {
  const xs = face.outline.map((point) => point.x);
  const ys = face.outline.map((point) => point.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const side = squarePerBox * Math.max(right - left, bottom - top);
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: side,
    height: side,
    rollRad: face.rollRad,
  };
}

async function meshOutputs(pyramid: Pyramid, square: Crop) {
  const size = { width: inputSidePx, height: inputSidePx };
  const { data } = sampleCrop(pyramid, square, size, { outside: 'black' });
  const net = await mediapipeNet('faceLandmark');
  const outputs = await net.run({ input_1: { data, shape: [1, inputSidePx, inputSidePx, 3] } });
  const mesh = requireOutput(outputs, 'conv2d_21').data;
  return { mesh, logit: requireOutput(outputs, 'conv2d_31').data[0] ?? 0 };
}

async function runMesh(pyramid: Pyramid, square: Crop): Promise<MeasuredFace> {
  const { mesh, logit } = await meshOutputs(pyramid, square);
  const point = (index: number) =>
    photoPoint(square, (mesh[3 * index] ?? 0) / inputSidePx, (mesh[3 * index + 1] ?? 0) / inputSidePx);
  const rightEye = middle(rightEyeCorners.map(point));
  const leftEye = middle(leftEyeCorners.map(point));
  const eyes = middle([rightEye, leftEye]);
  const chin = point(chinIndex);
  const corners = ([from, to]: readonly [number, number]): readonly [Point, Point] => [
    point(from),
    point(to),
  ];
  return {
    score: 1 / (1 + Math.exp(-logit)),
    eyes,
    chin,
    foreheadTop: point(foreheadIndex),
    noseShare: shareBetween(point(rightSideIndex), point(leftSideIndex), point(noseTipIndex)),
    rollRad: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
    eyeToChin: distance(chin, eyes),
    eyeCorners: [corners(rightEyeCorners), corners(leftEyeCorners)],
    noseDrop: shareBetween(eyes, chin, point(noseTipIndex)),
    outline: outlineIndices.map(point),
    lips: { outer: outerLipIndices.map(point), inner: innerLipIndices.map(point) },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The position of `point`, projected onto the line from `from` (0) to `to` (1). */
function shareBetween(from: Point, to: Point, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), {
    x: 0,
    y: 0,
  });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
