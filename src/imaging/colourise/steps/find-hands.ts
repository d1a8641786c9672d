/** Finds the hands of a person in a grey picture. */

import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { type DetectedHand, detectHands } from '../../nets/hand-detector.ts';
import type { Pyramid } from '../../pixels/pyramid.ts';

/**
 * The squares in which the net looks for palms: their sides, and the places of their centres to the right of the eyes and
 * below them, in eye-to-chin distances. In 36 old photos with faces, these squares find 12 hands, and four times as many
 * squares find 17.
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
