/**
 * Paints pale colours stronger, so that coloured things do not look grey. The faintest colours stay as they are,
 * because most things with such a colour are grey in truth. The step comes after regions have become even, so that a
 * region is lifted as a whole and gets no blotches. The constants are fitted to the service's own net.
 */

import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';

/** A colour with a chroma of `paleChroma` is painted stronger by the share `liftMax`, and other colours by less. */
const liftMax = 0.65;
const paleChroma = 3.6;

export function liftPale({ a, b }: ChromaPlanes): ChromaPlanes {
  const lifted = { a: { ...a, data: a.data.slice() }, b: { ...b, data: b.data.slice() } };
  for (let i = 0; i < a.data.length; i++) {
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const lift = liftOf(Math.hypot(valueA, valueB));
    lifted.a.data[i] = lift * valueA;
    lifted.b.data[i] = lift * valueB;
  }
  return lifted;
}

/**
 * The factor for a chroma: 1 for grey, the largest at `paleChroma`, and nearly 1 from twice `paleChroma` on. The
 * product of factor and chroma never falls when the chroma rises.
 */
function liftOf(chroma: number): number {
  const share = chroma / paleChroma;
  return 1 + liftMax * share ** 3 * Math.exp(1.5 * (1 - share * share));
}
