/**
 * Natural colour: the distance in CIE Lab of the cheeks' mean colour from the colours of skin; 0 for natural skin. Grey
 * lies near the colours of pale skin, so a photo without colour gets a distance of its own.
 */

import { type FaceView, mean, valuesInside } from './face-view.ts';

const cheeks = [
  [117, 118, 101, 36, 205, 187, 123],
  [346, 347, 330, 266, 425, 411, 352],
] as const;
/** The ranges of a and b of skin of every tone in neutral light. */
const skinA = [4, 26] as const;
const skinB = [4, 36] as const;
/** Skin of every tone has more chroma, and a photo without colour has less. */
const chromaMin = 3;
/** The distance that a photo without colour gets; natural photos have less than 8. */
const greyDistance = 20;

export function naturalColour(view: FaceView): number {
  const channel = (c: number) => {
    const plane = Float32Array.from(view.luminance, (_, i) => view.crop.data[3 * i + c] ?? 0);
    return mean(cheeks.flatMap((cheek) => valuesInside(view, cheek, plane)));
  };
  const { a, b } = labOf(channel(0), channel(1), channel(2));
  if (Math.hypot(a, b) < chromaMin) return greyDistance;
  return Math.hypot(beyond(a, skinA), beyond(b, skinB));
}

function beyond(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, low - value, value - high);
}

/** Converts one sRGB colour, 0–1 per channel, to CIE Lab (D65). */
export function labOf(r: number, g: number, b: number) {
  const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const [lr, lg, lb] = [linear(r), linear(g), linear(b)];
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const fx = f((0.4124564 * lr + 0.3575761 * lg + 0.1804375 * lb) / 0.95047);
  const fy = f(0.2126729 * lr + 0.7151522 * lg + 0.072175 * lb);
  const fz = f((0.0193339 * lr + 0.119192 * lg + 0.9503041 * lb) / 1.08883);
  return { l: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz) };
}
