/** Warns of hands at the face. `scripts/eval/hands.ts` prints how many are found. */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import { type DetectedHand, detectHands } from '../nets/hand-detector.ts';
import type { Pyramid } from '../pixels/pyramid.ts';

/** Sides of the squares around the face that are searched, in eye-to-chin distances: hands at a face differ in size. */
const searchedLengths = [3, 4.2] as const;
/** A palm whose middle is closer to that of the face is at the face. The unit is the eye-to-chin distance. */
const distanceMax = 1.6;
/** Sizes of palms, in eye-to-chin distances. Ears and collars that are mistaken for palms are mostly smaller. */
const palmRange = [0.4, 1.4] as const;
const palmScoreMin = 0.5;
/** Hands in photos have 0.74 and more, other things at most 0.5 in good portraits. */
const presenceMin = 0.7;
/** A smaller face has too few pixels. */
const eyeToChinMinPx = 40;

export async function handsOf(pyramid: Pyramid, face: MeasuredFace): Promise<PhotoWarning[]> {
  const { eyes, chin, eyeToChin } = face;
  if (eyeToChin < eyeToChinMinPx) return [];
  const middle = { x: (eyes.x + chin.x) / 2, y: (eyes.y + chin.y) / 2 };
  const isSearched = ({ centre, palmPx }: Pick<DetectedHand, 'centre' | 'palmPx'>) => {
    const isAtFace = Math.hypot(centre.x - middle.x, centre.y - middle.y) < distanceMax * eyeToChin;
    return isAtFace && palmPx >= palmRange[0] * eyeToChin && palmPx <= palmRange[1] * eyeToChin;
  };
  for (const lengths of searchedLengths) {
    const side = lengths * eyeToChin;
    const region = { centreX: middle.x, centreY: middle.y, width: side, height: side, rollRad: 0 };
    const hands = await detectHands(pyramid, { region, scoreMin: palmScoreMin, isSearched });
    if (hands.some(({ presence }) => presence >= presenceMin)) return ['hand_at_face'];
  }
  return [];
}
