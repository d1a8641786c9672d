/** Finds the most certain face in a small picture of the camera, with the neural network of `face-net.ts`. */

import { type FaceNet, inputSidePx, type NetOutput, runFaceNet, valuesPerAnchor } from './face-net.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A face. Positions and lengths are shares of the side of the square that the network receives. */
export interface FoundFace {
  /** 0–1. */
  readonly score: number;
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  /** The person's right eye, which is the left one in the picture. */
  readonly rightEye: Point;
  readonly leftEye: Point;
  readonly nose: Point;
  readonly mouth: Point;
}

/**
 * The smallest score that counts as a face. With a smaller limit, the network would also find faces in patterns
 * (`docs/decisions/0090-camera.md`).
 */
const scoreMin = 0.5;
/** Anchors whose centres are this close, as a share of the best box's width, belong to the same face. */
const sameFaceShare = 0.3;

/** The centre of each anchor: 16 × 16 cells with two anchors each, then 8 × 8 cells with six. */
const anchors: readonly Point[] = [
  [16, 2],
  [8, 6],
].flatMap(([cells = 0, perCell = 0]) =>
  Array.from({ length: cells * cells * perCell }, (_, index) => {
    const cell = Math.floor(index / perCell);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  }),
);

/** @param rgba 128 × 128 pixels of a canvas. @returns null without a face. */
export function findFace(net: FaceNet, rgba: Uint8ClampedArray): FoundFace | null {
  const input = new Float32Array(inputSidePx ** 2 * 3);
  for (let from = 0, to = 0; to < input.length; from += 4, to += 3) {
    for (let channel = 0; channel < 3; channel++)
      input[to + channel] = (rgba[from + channel] ?? 0) / 127.5 - 1;
  }
  return bestFace(runFaceNet(net, input));
}

/** Several anchors find each face. Their average, weighted by score, is more exact than the best anchor alone. */
export function bestFace(output: NetOutput): FoundFace | null {
  const candidates = anchors.flatMap((anchor, index) => {
    const score = 1 / (1 + Math.exp(-(output.logits[index] ?? 0)));
    return score < scoreMin ? [] : [decode(output.boxes, index, anchor, score)];
  });
  const best = candidates.reduce<FoundFace | null>(
    (known, face) => (known === null || face.score > known.score ? face : known),
    null,
  );
  if (best === null) return null;
  const near = sameFaceShare * best.width;
  return average(
    candidates.filter(({ centre }) => Math.hypot(centre.x - best.centre.x, centre.y - best.centre.y) <= near),
  );
}

function decode(boxes: Float32Array, index: number, anchor: Point, score: number): FoundFace {
  const value = (offset: number) => (boxes[index * valuesPerAnchor + offset] ?? 0) / inputSidePx;
  const point = (offset: number) => ({ x: anchor.x + value(offset), y: anchor.y + value(offset + 1) });
  return {
    score,
    centre: point(0),
    width: value(2),
    height: value(3),
    rightEye: point(4),
    leftEye: point(6),
    nose: point(8),
    mouth: point(10),
  };
}

/** @param group at least one face. */
function average(group: readonly FoundFace[]): FoundFace {
  const total = group.reduce((sum, { score }) => sum + score, 0);
  const mean = (read: (face: FoundFace) => number) =>
    group.reduce((sum, face) => sum + face.score * read(face), 0) / total;
  const meanPoint = (read: (face: FoundFace) => Point) => ({
    x: mean((face) => read(face).x),
    y: mean((face) => read(face).y),
  });
  return {
    score: Math.max(...group.map(({ score }) => score)),
    centre: meanPoint((face) => face.centre),
    width: mean((face) => face.width),
    height: mean((face) => face.height),
    rightEye: meanPoint((face) => face.rightEye),
    leftEye: meanPoint((face) => face.leftEye),
    nose: meanPoint((face) => face.nose),
    mouth: meanPoint((face) => face.mouth),
  };
}
