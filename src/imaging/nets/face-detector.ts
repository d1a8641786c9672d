/**
 * Finds upright faces with MediaPipe's full-range BlazeFace. Which face is the customer's is decided in
 * `id-photo/steps/find-person.ts`.
 */

import { type Crop, type Pyramid, photoPoint, sampleCrop } from '../pixels/pyramid.ts';
import { mediapipeNet } from './mediapipe-nets.ts';
import { requireOutput } from './onnx-net.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A detected face. Positions and lengths are in photo pixels (level 0 of the pyramid). */
export interface DetectedFace {
  /** 0–1. */
  readonly score: number;
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  /** The person's right eye, which is the left one in the picture. */
  readonly rightEye: Point;
  readonly leftEye: Point;
}

const inputSidePx = 192;
const cells = 48;
const valuesPerAnchor = 16;
/** Boxes that overlap more than this are one face. */
const overlapSame = 0.3;

/** Finds the faces in `region` (default: the whole photo), highest score first. */
export async function detectFaces(
  pyramid: Pyramid,
  options: { readonly scoreMin: number; readonly region?: Crop },
): Promise<readonly DetectedFace[]> {
  const [photo] = pyramid.levels;
  const side = Math.max(photo.width, photo.height);
  const region = options.region ?? {
    centreX: photo.width / 2,
    centreY: photo.height / 2,
    width: side,
    height: side,
    rollRad: 0,
  };
  const size = { width: inputSidePx, height: inputSidePx };
  const { data } = sampleCrop(pyramid, region, size, { outside: 'black' });
  for (let i = 0; i < data.length; i++) data[i] = 2 * (data[i] ?? 0) - 1;
  const net = await mediapipeNet('faceDetection');
  const outputs = await net.run({ input: { data, shape: [1, inputSidePx, inputSidePx, 3] } });
  const boxes = requireOutput(outputs, 'reshaped_regressor_face_4').data;
  const logits = requireOutput(outputs, 'reshaped_classifier_face_4').data;
  const candidates: DetectedFace[] = [];
  for (let anchor = 0; anchor < cells * cells; anchor++) {
    const score = 1 / (1 + Math.exp(-(logits[anchor] ?? 0)));
    if (score >= options.scoreMin) candidates.push(decode(boxes, anchor, score, region));
  }
  return mergeOverlapping(candidates);
}

function decode(boxes: Float32Array, anchor: number, score: number, region: Crop): DetectedFace {
  const anchorX = ((anchor % cells) + 0.5) / cells;
  const anchorY = (Math.floor(anchor / cells) + 0.5) / cells;
  const value = (index: number) => (boxes[anchor * valuesPerAnchor + index] ?? 0) / inputSidePx;
  const point = (index: number) => photoPoint(region, anchorX + value(index), anchorY + value(index + 1));
  return {
    score,
    centre: point(0),
    width: value(2) * region.width,
    height: value(3) * region.height,
    rightEye: point(4),
    leftEye: point(6),
  };
}

/** Intersection over union of two upright boxes, 0–1. */
function overlap(a: DetectedFace, b: DetectedFace): number {
  const width =
    Math.min(a.centre.x + a.width / 2, b.centre.x + b.width / 2) -
    Math.max(a.centre.x - a.width / 2, b.centre.x - b.width / 2);
  const height =
    Math.min(a.centre.y + a.height / 2, b.centre.y + b.height / 2) -
    Math.max(a.centre.y - a.height / 2, b.centre.y - b.height / 2);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a.width * a.height + b.width * b.height - shared);
}

/**
 * Several anchors find each face; their average, weighted by score, is more accurate than the detection
 * with the highest score.
 */
function mergeOverlapping(candidates: readonly DetectedFace[]): DetectedFace[] {
  let rest = [...candidates].sort((a, b) => b.score - a.score);
  const merged: DetectedFace[] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const winner = best;
    merged.push(average(rest.filter((other) => overlap(winner, other) > overlapSame)));
    rest = rest.filter((other) => other !== winner && overlap(winner, other) <= overlapSame);
  }
  return merged;
}

/** Averages the detections of one face. `group` is sorted by score and not empty. */
function average(group: readonly DetectedFace[]): DetectedFace {
  const total = group.reduce((sum, face) => sum + face.score, 0);
  const mean = (read: (face: DetectedFace) => number) =>
    group.reduce((sum, face) => sum + face.score * read(face), 0) / total;
  const meanPoint = (read: (face: DetectedFace) => Point) => ({
    x: mean((face) => read(face).x),
    y: mean((face) => read(face).y),
  });
  return {
    score: Math.max(...group.map((face) => face.score)),
    centre: meanPoint((face) => face.centre),
    width: mean((face) => face.width),
    height: mean((face) => face.height),
    rightEye: meanPoint((face) => face.rightEye),
    leftEye: meanPoint((face) => face.leftEye),
  };
}
