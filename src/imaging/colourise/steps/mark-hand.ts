/** Marks the pixels of a hand that was found, and of its bare forearm. */

import type { Point } from '../../nets/face-detector.ts';
import type { DetectedHand } from '../../nets/hand-detector.ts';
import type { Plane } from '../../pixels/plane.ts';

/** Half of the width of a finger, and the distance from the bones of the palm up to which it is skin, in `palmPx`. */
const [fingerRadius, palmRadius] = [0.11, 0.2];
const jointsPerFinger = 4;

/** Sets `hands` to 1 on the pixels of a hand, near the bones of its fingers and of its palm, and of its bare forearm. */
export function markHand(hands: Plane, lightness: Plane, { joints, palmPx }: DetectedHand): void {
  const [wrist] = joints;
  const roots = joints.filter((_, k) => k % jointsPerFinger === 1);
  const { 2: middle } = roots;
  if (wrist === undefined || middle === undefined) return;
  for (const [k, root] of roots.entries()) {
    addLine(hands, wrist, root, palmRadius * palmPx);
    const next = roots[k + 1];
    if (next !== undefined) addLine(hands, root, next, palmRadius * palmPx);
    const finger = joints.slice(1 + k * jointsPerFinger, 1 + (k + 1) * jointsPerFinger);
    for (const [i, tip] of finger.entries())
      addLine(hands, finger[i - 1] ?? root, tip, fingerRadius * palmPx);
  }
  addLine(hands, wrist, endOfBareForearm(lightness, wrist, middle, palmPx), forearmRadius * palmPx);
}

/** How far a bare forearm is followed from the wrist, and half of its width, in `palmPx`. */
const [forearmLength, forearmRadius] = [2.2, 0.22];
/** Where the mean lightness differs from the hand's by more than this, a sleeve begins. */
const sleeveLightness = 9;
const forearmSteps = 12;

/** Follows the line from the root of the middle finger through the wrist until a sleeve begins. */
function endOfBareForearm(lightness: Plane, wrist: Point, middle: Point, palmPx: number): Point {
  const [dx, dy] = [wrist.x - middle.x, wrist.y - middle.y];
  const length = Math.max(1e-6, Math.hypot(dx, dy));
  const radius = (forearmRadius / 2) * palmPx;
  const skin = meanAround(lightness, { x: middle.x + dx / 2, y: middle.y + dy / 2 }, radius);
  let end = wrist;
  for (let step = 1; step <= forearmSteps; step++) {
    const along = ((step / forearmSteps) * forearmLength * palmPx) / length;
    const next = { x: wrist.x + along * dx, y: wrist.y + along * dy };
    const difference = Math.abs(meanAround(lightness, next, radius) - skin);
    const isSkin = difference <= sleeveLightness; // False outside the picture, where the mean is NaN.
    if (!isSkin) break;
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
