/**
 * Warns of hats, caps, helmets, headscarves and hoods. Hair bands and the like are not meant. `scripts/eval/hats.ts` prints
 * how many are found.
 */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import { headCoveringProbability } from '../nets/head-nets.ts';
import type { Pyramid } from '../pixels/pyramid.ts';

/** Of 735 bare heads that were not used in the training, 1 % have a higher probability; of 80 covered ones, 81 %. */
const probabilityMin = 0.7;

export async function headCoveringsOf(pyramid: Pyramid, face: MeasuredFace): Promise<PhotoWarning[]> {
  return (await headCoveringProbability(pyramid, face)) >= probabilityMin ? ['head_covered'] : [];
}
