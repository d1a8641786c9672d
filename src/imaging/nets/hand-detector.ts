/** Finds hands with MediaPipe's palm detection, and confirms each of them with its hand landmark net. */

import { type Crop, type Pyramid, photoPoint, sampleCrop } from '../pixels/pyramid.ts';
import type { Point } from './face-detector.ts';
import { mediapipeNet } from './mediapipe-nets.ts';
import { requireOutput } from './onnx-net.ts';

/** A detected hand. Positions and lengths are in photo pixels (level 0 of the pyramid). */
export interface DetectedHand {
  /** The middle of the palm. */
  readonly centre: Point;
  /** The longer side of the box around the palm, without the fingers. */
  readonly palmPx: number;
  /** 0–1: how certain the landmark net is that this is a hand. */
  readonly presence: number;
  /** The wrist, then four joints of each finger from its root to its tip: thumb, index, middle, ring and little finger. */
  readonly joints: readonly Point[];
}

interface Palm {
  readonly score: number;
  readonly centre: Point;
  readonly palmPx: number;
  readonly wrist: Point;
  readonly middleFinger: Point;
}

const palmSidePx = 192;
const valuesPerAnchor = 18;
/** The anchors: a grid of cells with several anchors in the middle of each cell, then a coarser grid. */
const grids = [
  { cells: 24, anchorsPerCell: 2 },
  { cells: 12, anchorsPerCell: 6 },
] as const;
/** Values of an anchor: the box, then seven points; the first is the wrist, the third the root of the middle finger. */
const [wristIndex, middleFingerIndex] = [4, 8];
/** Palms whose middles are closer than this, in sides of the box, are one palm. */
const distanceSame = 0.5;

const handSidePx = 224;
const jointCount = 21;
/** The square around the hand, as the landmark net was trained with: 2.6 palms wide, half a palm towards the fingers. */
const [handPerPalm, shiftPerPalm] = [2.6, 0.5];

/**
 * Finds the hands in `region`. Palms with a score below `scoreMin` are ignored.
 * @param isSearched whether a palm at this place and of this size is confirmed; the others are ignored.
 */
export async function detectHands(
  pyramid: Pyramid,
  {
    region,
    scoreMin,
    isSearched,
  }: {
    readonly region: Crop;
    readonly scoreMin: number;
    readonly isSearched: (palm: Pick<DetectedHand, 'centre' | 'palmPx'>) => boolean;
  },
): Promise<readonly DetectedHand[]> {
  const hands: DetectedHand[] = [];
  for (const palm of await detectPalms(pyramid, region, scoreMin)) {
    if (!isSearched(palm)) continue;
    const { centre, palmPx } = palm;
    hands.push({ centre, palmPx, ...(await landmarksOf(pyramid, palm)) });
  }
  return hands;
}

async function detectPalms(pyramid: Pyramid, region: Crop, scoreMin: number): Promise<Palm[]> {
  const size = { width: palmSidePx, height: palmSidePx };
  const { data } = sampleCrop(pyramid, region, size, { outside: 'black' });
  const net = await mediapipeNet('palmDetection');
  const outputs = await net.run({ input_1: { data, shape: [1, palmSidePx, palmSidePx, 3] } });
  const boxes = requireOutput(outputs, 'Identity').data;
  const logits = requireOutput(outputs, 'Identity_1').data;
  const palms: Palm[] = [];
  let anchor = 0;
  for (const { cells, anchorsPerCell } of grids) {
    for (let i = 0; i < cells * cells * anchorsPerCell; i++, anchor++) {
      const score = 1 / (1 + Math.exp(-(logits[anchor] ?? 0)));
      if (score < scoreMin) continue;
      const cell = Math.trunc(i / anchorsPerCell);
      const value = (index: number) => (boxes[anchor * valuesPerAnchor + index] ?? 0) / palmSidePx;
      const point = (index: number) =>
        photoPoint(
          region,
          ((cell % cells) + 0.5) / cells + value(index),
          (Math.trunc(cell / cells) + 0.5) / cells + value(index + 1),
        );
      const palmPx = Math.max(value(2) * region.width, value(3) * region.height);
      palms.push({
        score,
        palmPx,
        centre: point(0),
        wrist: point(wristIndex),
        middleFinger: point(middleFingerIndex),
      });
    }
  }
  return withoutRepeats(palms);
}

/** Keeps the palm with the highest score of those at the same place. */
function withoutRepeats(palms: readonly Palm[]): Palm[] {
  const kept: Palm[] = [];
  for (const palm of palms.toSorted((one, other) => other.score - one.score)) {
    const isRepeated = kept.some(
      ({ centre, palmPx }) =>
        Math.hypot(centre.x - palm.centre.x, centre.y - palm.centre.y) <
        distanceSame * Math.max(palmPx, palm.palmPx),
    );
    if (!isRepeated) kept.push(palm);
  }
  return kept;
}

async function landmarksOf(
  pyramid: Pyramid,
  { centre, palmPx, wrist, middleFinger }: Palm,
): Promise<Pick<DetectedHand, 'presence' | 'joints'>> {
  const rollRad = Math.atan2(middleFinger.x - wrist.x, wrist.y - middleFinger.y);
  const square: Crop = {
    centreX: centre.x + shiftPerPalm * palmPx * Math.sin(rollRad),
    centreY: centre.y - shiftPerPalm * palmPx * Math.cos(rollRad),
    width: handPerPalm * palmPx,
    height: handPerPalm * palmPx,
    rollRad,
  };
  const size = { width: handSidePx, height: handSidePx };
  const { data } = sampleCrop(pyramid, square, size, { outside: 'black' });
  const net = await mediapipeNet('handLandmark');
  const outputs = await net.run({ input_1: { data, shape: [1, handSidePx, handSidePx, 3] } });
  const { data: values } = requireOutput(outputs, 'Identity');
  const joints = Array.from({ length: jointCount }, (_, k) =>
    photoPoint(square, (values[3 * k] ?? 0) / handSidePx, (values[3 * k + 1] ?? 0) / handSidePx),
  );
  return { presence: requireOutput(outputs, 'Identity_1').data[0] ?? 0, joints };
}
