/**
 * Boosts the chroma that the service's own net predicts. The net's predictions for several sizes are
 * averaged. The more they differ, the less chroma remains, so the chroma is multiplied by a gain. The
 * constants are fitted to that net: an operator's net is not boosted.
 */

import type { PredictedChroma } from '../../nets/colour-net.ts';
import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import type { Plane } from '../../pixels/plane.ts';

/**
 * The gain of a picture with `usualChroma`. A paler picture gets a higher gain, because it would look
 * uncoloured otherwise. A more colourful picture gets a lower gain.
 */
const gainAtUsualChroma = 1.47;
const usualChroma = 8;
const gainMin = 1.09;
const gainMax = 2;

/**
 * Boosted chroma approaches this ceiling, because very strong colours are wrong most often. The ceiling of
 * skin is lower: where the net predicts skin with a chroma above 45, the true colours have a mean chroma of
 * 40, and people notice a face that is too red at once.
 */
const ceiling = 110;
const skinCeiling = 40;
/** The hue of skin: its direction in the plane of a and b. */
const skinHueRadians = 0.65;
const [skinA, skinB] = [Math.cos(skinHueRadians), Math.sin(skinHueRadians)];
/**
 * Where the net predicts the hue of skin, the true colours of validation photos are on average yellower by this
 * angle.
 */
const skinTurnRadians = 0.15;

/**
 * Where the predictions differ by as much as their chroma, chroma is reduced by about this share, because such colours
 * are stains more often than objects.
 */
const doubtShare = 0.5;
/** Colours with a chroma below this are reduced less, because their errors are not visible. */
const doubtedChroma = 2;

export function boostChroma({ a, b, doubt }: PredictedChroma): ChromaPlanes {
  const gain = gainFor(a, b);
  const boosted = { a: { ...a, data: a.data.slice() }, b: { ...b, data: b.data.slice() } };
  for (let i = 0; i < a.data.length; i++) {
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const chroma = Math.hypot(valueA, valueB);
    const nearSkin = chroma === 0 ? 0 : Math.max(0, (valueA * skinA + valueB * skinB) / chroma) ** 2;
    const bend = (gain * chroma) / (ceiling + (skinCeiling - ceiling) * nearSkin);
    const bent = gain / Math.hypot(1, bend);
    const doubts = (doubt?.data[i] ?? 0) / (chroma + doubtedChroma);
    const factor = bent / (1 + doubtShare * doubts * doubts);
    const turn = skinTurnRadians * nearSkin;
    boosted.a.data[i] = factor * (valueA * Math.cos(turn) - valueB * Math.sin(turn));
    boosted.b.data[i] = factor * (valueA * Math.sin(turn) + valueB * Math.cos(turn));
  }
  return boosted;
}

/** Returns the gain for a picture with this chroma. A picture without any chroma gets the highest gain. */
function gainFor(a: Plane, b: Plane): number {
  const sum = a.data.reduce((total, value, i) => total + Math.hypot(value, b.data[i] ?? 0), 0);
  const relativeChroma = sum / a.data.length / usualChroma;
  return Math.min(gainMax, Math.max(gainMin, gainAtUsualChroma / Math.sqrt(relativeChroma)));
}
