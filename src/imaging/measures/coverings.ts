/**
 * Finds dark glasses, masks and scarfs in front of a face by comparing the light and the colour of its parts. Skin
 * changes little from the cheeks to the chin; a covering does not have the colour of the cheeks.
 */

import { type FaceCrop, meshPoint, polygonMask } from './face-view.ts';
import { labOf } from './natural-colour.ts';

const parts = {
  rightEye: [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  leftEye: [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
  belowRightEye: [228, 229, 230, 231, 120, 119, 118, 117],
  belowLeftEye: [448, 449, 450, 451, 349, 348, 347, 346],
  nose: [4, 45, 51, 3, 196, 197, 419, 248, 281, 275],
  forehead: [109, 10, 338, 337, 9, 108],
  cheeks: [117, 118, 101, 36, 142, 371, 266, 330, 347, 346, 352, 280, 425, 205, 50, 123],
  mouth: [57, 186, 92, 165, 167, 164, 393, 391, 322, 410, 287, 422, 424, 418, 421, 200, 201, 194, 204, 202],
  lips: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
  lower: [205, 165, 164, 391, 425, 416, 434, 364, 379, 400, 152, 176, 150, 135, 192],
} as const;

export interface Coverings {
  /** Luminance of the brighter eye, divided by that of the cheeks: low behind dark lenses. */
  readonly eyeLight: number;
  /** Luminance below the brighter eye, divided by that of the nose: low behind dark lenses. */
  readonly belowEyeLight: number;
  /** Distance in a and b of CIE Lab between mouth and cheeks: high for a coloured mask. */
  readonly mouthColour: number;
  /** L of the lower face less that of the forehead: high for a white mask, very low for a black one. */
  readonly lowerLightness: number;
  /** a of the lips less that of the lower face: near 0 without visible lips. */
  readonly lipRedness: number;
  /** L of the cheeks less that of the forehead. */
  readonly cheekLightness: number;
}

export function measureCoverings(view: FaceCrop): Coverings {
  const light = (part: keyof typeof parts) => Math.max(0.03, colourOf(view, parts[part]).luminance);
  const [mouth, cheeks] = [colourOf(view, parts.mouth), colourOf(view, parts.cheeks)];
  const [lower, forehead] = [colourOf(view, parts.lower), colourOf(view, parts.forehead)];
  return {
    eyeLight: Math.max(light('rightEye'), light('leftEye')) / light('cheeks'),
    belowEyeLight: Math.max(light('belowRightEye'), light('belowLeftEye')) / light('nose'),
    mouthColour: Math.hypot(mouth.a - cheeks.a, mouth.b - cheeks.b),
    lowerLightness: lower.l - forehead.l,
    lipRedness: colourOf(view, parts.lips).a - lower.a,
    cheekLightness: cheeks.l - forehead.l,
  };
}

/** The mean colour of a part, in Lab, and its mean luminance. */
function colourOf(view: FaceCrop, part: readonly number[]) {
  const mask = polygonMask(part.map((index) => meshPoint(view, index)));
  const { data } = view.crop;
  let [r, g, b, luminance, count] = [0, 0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    r += data[3 * i] ?? 0;
    g += data[3 * i + 1] ?? 0;
    b += data[3 * i + 2] ?? 0;
    luminance += view.luminance[i] ?? 0;
    count++;
  }
  const share = 1 / Math.max(1, count);
  return { ...labOf(r * share, g * share, b * share), luminance: luminance * share };
}
