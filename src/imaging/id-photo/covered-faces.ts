/**
 * Warns of an object in front of a face, such as a phone, a cup or a sheet of paper. Hands have a warning of their own
 * (`hands.ts`), and so have sunglasses and masks (`coverings.ts`). `scripts/eval/held-objects.ts` prints how many objects
 * are found.
 */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import { coveredFaceProbability } from '../nets/head-nets.ts';
import type { Pyramid } from '../pixels/pyramid.ts';

/** A smaller face is mostly refused, because it would be enlarged too much. */
const eyeToChinMinPx = 64;
/** Of 242 portraits that were not used in the training, 2 % have a higher probability; some of these hold a thing at the mouth. */
const probabilityMin = 0.7;

export async function objectsBefore(pyramid: Pyramid, face: MeasuredFace): Promise<PhotoWarning[]> {
  if (face.eyeToChin < eyeToChinMinPx) return [];
  return (await coveredFaceProbability(pyramid, face)) >= probabilityMin ? ['face_covered'] : [];
}
