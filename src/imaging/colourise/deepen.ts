/**
 * From the averaged answers of the net that comes with the service to the colours that it paints. Averaging takes
 * colour away, more where the answers differ; the gain gives it back to what they agree on. Fitted to that net: an
 * operator's answers are painted as they are.
 */

import type { Plane } from '../plane.ts';
import type { ChromaPlanes } from './chroma-lines.ts';

/**
 * The gain of a picture whose answers have the usual chroma on average. A picture of which the net is timid gets more,
 * since it would look as if nothing had been done to it; a loud one gets less.
 */
const gainAtUsualChroma = 1.34;
const usualChroma = 8;
const gainMin = 1.09;
const gainMax = 2.2;

/**
 * What chroma tends to, as the gain bends: the loudest colours are wrong most often. Skin's ceiling is the lowest,
 * since the net is loudest there (where it answers a chroma above 45, the mean of the truth is 40) and a red face is
 * the first thing that is seen.
 */
const ceiling = 80;
const skinCeiling = 40;
/** Direction of skin in the plane of a and b. */
const skinHueRadians = 0.65;
const [skinA, skinB] = [Math.cos(skinHueRadians), Math.sin(skinHueRadians)];
/** Where the net answers such colours, those of validation photos are on average this much yellower. */
const skinTurnRadians = 0.15;

export function deepened({ a, b }: ChromaPlanes): ChromaPlanes {
  const gain = gainFor(a, b);
  const deeper = { a: { ...a, data: a.data.slice() }, b: { ...b, data: b.data.slice() } };
  for (let i = 0; i < a.data.length; i++) {
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const chroma = Math.hypot(valueA, valueB);
    const nearSkin = chroma === 0 ? 0 : Math.max(0, (valueA * skinA + valueB * skinB) / chroma) ** 2;
    const bend = (gain * chroma) / (ceiling + (skinCeiling - ceiling) * nearSkin);
    const factor = gain / Math.hypot(1, bend);
    const turn = skinTurnRadians * nearSkin;
    deeper.a.data[i] = factor * (valueA * Math.cos(turn) - valueB * Math.sin(turn));
    deeper.b.data[i] = factor * (valueA * Math.sin(turn) + valueB * Math.cos(turn));
  }
  return deeper;
}

/** A picture without any colour has the largest. */
function gainFor(a: Plane, b: Plane): number {
  const sum = a.data.reduce((total, value, i) => total + Math.hypot(value, b.data[i] ?? 0), 0);
  const loudness = sum / a.data.length / usualChroma;
  return Math.min(gainMax, Math.max(gainMin, gainAtUsualChroma / Math.sqrt(loudness)));
}
