/**
 * Measures one face: MediaPipe's mesh of 468 points, of which an ID photo needs the eyes, the chin and
 * the outline. The net answers for any picture, so its score must be looked at.
 */

import type { DetectedFace, Point } from './faces.ts';
import { mediapipeNet } from './mediapipe-nets.ts';
import { requireOutput } from './net.ts';
import { type Framing, type Pyramid, photoPoint, sampleFraming } from './pyramid.ts';

/** Photo pixels. */
export interface MeasuredFace {
  /** 0–1: is there a face at all. */
  readonly score: number;
  /** Middle between the eyes. */
  readonly eyes: Point;
  readonly chin: Point;
  readonly foreheadTop: Point;
  /** Clockwise on screen: 0 when the eyes are level. */
  readonly rollRad: number;
  /** From the middle between the eyes to the chin: the unit of every rule about the head. */
  readonly eyeToChin: number;
  /** Where the nose's tip stands between the face's sides: 0.5 from the front, towards 0 or 1 when turned. */
  readonly noseShare: number;
  /** Outer and inner corner of the person's right eye, then of the left. */
  readonly eyeCorners: readonly [readonly [Point, Point], readonly [Point, Point]];
  /** How far the nose's tip stands below the eyes, in eye-to-chin distances: 0.45 level, less when looking up. */
  readonly noseDrop: number;
  /** Closed outline of the face, from the forehead clockwise on screen. */
  readonly outline: readonly Point[];
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

export async function measureFace(pyramid: Pyramid, face: DetectedFace): Promise<MeasuredFace> {
  const { rightEye, leftEye } = face;
  const side = squarePerBox * Math.max(face.width, face.height);
  const first = await runMesh(pyramid, {
    centreX: face.centre.x,
    centreY: face.centre.y,
    width: side,
    height: side,
    rollRad: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
  });
  // The detector's eyes are coarse; a second look, levelled by the mesh's own, halves the error in roll.
  return runMesh(pyramid, squareAround(first));
}

function squareAround(face: MeasuredFace): Framing {
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

async function runMesh(pyramid: Pyramid, square: Framing): Promise<MeasuredFace> {
  const size = { width: inputSidePx, height: inputSidePx };
  const { data } = sampleFraming(pyramid, square, size, { outside: 'black' });
  const net = await mediapipeNet('faceLandmark');
  const outputs = await net.run({ input_1: { data, shape: [1, inputSidePx, inputSidePx, 3] } });
  const mesh = requireOutput(outputs, 'conv2d_21').data;
  const logit = requireOutput(outputs, 'conv2d_31').data[0] ?? 0;
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
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Where the foot of `point` stands on the way from `from` (0) to `to` (1). */
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
