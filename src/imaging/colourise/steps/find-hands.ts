/** Finds the hands of a person in a grey picture. */

import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { type DetectedHand, detectHands } from '../../nets/hand-detector.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Pyramid } from '../../pixels/pyramid.ts';

/**
 * The squares in which the net looks for palms: their sides, and the places of their centres to the right of the eyes and
 * below them, in eye-to-chin distances. In 36 old photos with faces, these squares find 12 hands, and
 * four times as many squares find 17.
 */
const squares = [
  { side: 8, right: 0, down: 2.2 },
  { side: 6, right: -1.5, down: 3 },
  { side: 6, right: 1.5, down: 3 },
  { side: 4, right: 0, down: 3 },
] as const;
/** Sizes of palms, in eye-to-chin distances. */
const palmRange = { from: 0.3, to: 1.8 } as const;
const palmScoreMin = 0.3;
/** In the old photos that were tried, every place with at least this certainty is a hand. */
const presenceMin = 0.7;

/** @returns the hands with at least the certainty `presenceMin`. One that several squares contain is returned several times. */
export async function findHands(
  pyramid: Pyramid,
  { eyes, eyeToChin }: MeasuredFace,
): Promise<readonly DetectedHand[]> {
  const isSearched = ({ palmPx }: Pick<DetectedHand, 'palmPx'>) =>
    palmPx >= palmRange.from * eyeToChin && palmPx <= palmRange.to * eyeToChin;
  const found: DetectedHand[] = [];
  for (const { side, right, down } of squares) {
    const region = {
      centreX: eyes.x + right * eyeToChin,
      centreY: eyes.y + down * eyeToChin,
      width: side * eyeToChin,
      height: side * eyeToChin,
      rollRad: 0,
    };
    const hands = await detectHands(pyramid, { region, scoreMin: palmScoreMin, isSearched });
    found.push(...hands.filter(({ presence }) => presence >= presenceMin));
  }
  return found;
}

/** Half of the width of a finger, and the distance from the bones of the palm up to which it is skin, in palms. */
const [fingerShare, palmShare] = [0.11, 0.2];
const jointsPerFinger = 4;

/** Sets `hands` to 1 on the pixels of a hand, near the bones of its fingers and of its palm, and of its bare forearm. */
export function addHand(hands: Plane, lightness: Plane, { joints, palmPx }: DetectedHand): void {
  const [wrist] = joints;
  const roots = joints.filter((_, k) => k % jointsPerFinger === 1);
  const { 2: middle } = roots;
  if (wrist === undefined || middle === undefined) return;
  for (const [k, root] of roots.entries()) {
    addLine(hands, wrist, root, palmShare * palmPx);
    const next = roots[k + 1];
    if (next !== undefined) addLine(hands, root, next, palmShare * palmPx);
    const finger = joints.slice(1 + k * jointsPerFinger, 1 + (k + 1) * jointsPerFinger);
    for (const [i, tip] of finger.entries()) addLine(hands, finger[i - 1] ?? root, tip, fingerShare * palmPx);
  }
  addLine(hands, wrist, endOfBareForearm(lightness, wrist, middle, palmPx), forearmShare * palmPx);
}

/** How far a bare forearm is followed from the wrist, and half of its width, in palms. */
const [forearmLength, forearmShare] = [2.2, 0.22];
/** Where the mean lightness differs from the hand's by more than this, a sleeve begins. */
const sleeveLightness = 9;
const forearmSteps = 12;

/** Follows the line from the root of the middle finger through the wrist until a sleeve begins. */
function endOfBareForearm(lightness: Plane, wrist: Point, middle: Point, palmPx: number): Point {
  const [dx, dy] = [wrist.x - middle.x, wrist.y - middle.y];
  const length = Math.max(1e-6, Math.hypot(dx, dy));
  const radius = (forearmShare / 2) * palmPx;
  const skin = meanAround(lightness, { x: middle.x + dx / 2, y: middle.y + dy / 2 }, radius);
  let end = wrist;
  for (let step = 1; step <= forearmSteps; step++) {
    const along = ((step / forearmSteps) * forearmLength * palmPx) / length;
    const next = { x: wrist.x + along * dx, y: wrist.y + along * dy };
    const difference = Math.abs(meanAround(lightness, next, radius) - skin);
    if (!(difference <= sleeveLightness)) break;
    end = next;
  }
  return end;
}

/** The mean of a square; NaN outside the plane. */
function meanAround({ width, height, data }: Plane, { x, y }: Point, radius: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, Math.round(y - radius)); row < Math.min(height, y + radius); row++) {
    for (let column = Math.max(0, Math.round(x - radius)); column < Math.min(width, x + radius); column++) {
      sum += data[row * width + column] ?? 0;
      count++;
    }
  }
  return sum / count;
}

/** Sets the pixels to 1 that are at most `radius` from the line between two points. */
function addLine({ width, height, data }: Plane, from: Point, to: Point, radius: number): void {
  const [left, right] = [Math.min(from.x, to.x) - radius, Math.max(from.x, to.x) + radius];
  const [top, bottom] = [Math.min(from.y, to.y) - radius, Math.max(from.y, to.y) + radius];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squaredLength = Math.max(1e-6, dx * dx + dy * dy);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const [px, py] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength));
      if (Math.hypot(px - along * dx, py - along * dy) <= radius) data[y * width + x] = 1;
    }
  }
}
