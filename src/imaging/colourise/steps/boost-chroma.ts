/**
 * Boosts the chroma that the service's own net predicts. The net's predictions for several sizes are
 * averaged. The more they differ, the less chroma remains, so the chroma is multiplied by a gain. The
 * constants are fitted to that net: an operator's net is not boosted.
 */

import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import type { Plane } from '../../pixels/plane.ts';

/**
 * The gain of a picture with `usualChroma`. A paler picture gets a higher gain, because it would look
 * uncoloured otherwise. A more colourful picture gets a lower gain.
 */
const gainAtUsualChroma = 1.34;
const usualChroma = 8;
const gainMin = 1.09;
const gainMax = 2.2;

/**
 * Boosted chroma approaches this ceiling, because very strong colours are wrong most often. The ceiling of
 * skin is lower: where the net predicts skin with a chroma above 45, the true colours have a mean chroma of
 * 40, and people notice a face that is too red at once.
 */
const ceiling = 80;
const skinCeiling = 40;
/** The hue of skin: its direction in the plane of a and b. */
const skinHueRadians = 0.65;
const [skinA, skinB] = [Math.cos(skinHueRadians), Math.sin(skinHueRadians)];
/** Where the net predicts that hue, the true colours of validation photos are on average yellower by this angle. */
const skinTurnRadians = 0.15;

export function boostChroma({ a, b }: ChromaPlanes): ChromaPlanes {
  const gain = gainFor(a, b);
  const boosted = { a: { ...a, data: a.data.slice() }, b: { ...b, data: b.data.slice() } };
  for (let i = 0; i < a.data.length; i++) {
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const chroma = Math.hypot(valueA, valueB);
    const nearSkin = chroma === 0 ? 0 : Math.max(0, (valueA * skinA + valueB * skinB) / chroma) ** 2;
    const bend = (gain * chroma) / (ceiling + (skinCeiling - ceiling) * nearSkin);
    const factor = gain / Math.hypot(1, bend);
    const turn = skinTurnRadians * nearSkin;
    boosted.a.data[i] = factor * (valueA * Math.cos(turn) - valueB * Math.sin(turn));
    boosted.b.data[i] = factor * (valueA * Math.sin(turn) + valueB * Math.cos(turn));
  }
  return boosted;
}

/** A picture without any chroma gets the highest gain. */
function gainFor(a: Plane, b: Plane): number {
  const sum = a.data.reduce((total, value, i) => total + Math.hypot(value, b.data[i] ?? 0), 0);
  const relativeChroma = sum / a.data.length / usualChroma;
  return Math.min(gainMax, Math.max(gainMin, gainAtUsualChroma / Math.sqrt(relativeChroma)));
}
