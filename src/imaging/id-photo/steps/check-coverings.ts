/**
 * Refuses a face behind dark glasses, a mask or a scarf. The limits were chosen on 24 photos of people and their copies
 * with drawn coverings, and tried on others; `docs/imaging.md` has the figures.
 */

import { type Coverings, measureCoverings } from '../../measures/coverings.ts';
import { sampleFace } from '../../measures/face-view.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { type Passed, passed } from '../../pipeline.ts';
import type { Pyramid } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';

const limits = {
  eyeLightMin: 0.25,
  belowEyeLightMin: 0.7,
  mouthColourMax: 13,
  /** A black mask. A black beard leaves the lips visible. */
  black: { lowerLightnessMax: -40, lipRednessMax: 1.5 },
  /** A white mask. The lower face is brighter than the forehead, the cheeks are not, and the lips are not red. */
  white: { lowerLightnessMin: 5, lipRednessMax: 1, cheekLightnessMax: 16 },
} as const;

export async function checkCoverings(pyramid: Pyramid, face: MeasuredFace): Promise<Passed | Refused> {
  const found = measureCoverings(await sampleFace(pyramid, face));
  if (hasCoveredMouth(found)) return refused('face_covered');
  return hasCoveredEyes(found) ? refused('eyes_covered') : passed;
}

function hasCoveredEyes({ eyeLight, belowEyeLight }: Coverings): boolean {
  return eyeLight < limits.eyeLightMin || belowEyeLight < limits.belowEyeLightMin;
}

function hasCoveredMouth({ mouthColour, lowerLightness, lipRedness, cheekLightness }: Coverings): boolean {
  const { black, white } = limits;
  const isBlack = lowerLightness < black.lowerLightnessMax && lipRedness < black.lipRednessMax;
  const isWhite =
    lowerLightness > white.lowerLightnessMin &&
    lipRedness < white.lipRednessMax &&
    cheekLightness < white.cheekLightnessMax;
  return mouthColour > limits.mouthColourMax || isBlack || isWhite;
}
