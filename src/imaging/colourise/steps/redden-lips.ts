/** Makes lips redder than the skin around them. They are smaller than the cells of the net, which paints them like skin. */

import type { MeasuredFace } from '../../nets/face-mesh.ts';
import type { ChromaLine, ChromaLines } from '../../pixels/chroma-lines.ts';
import { boxFilter, emptyPlane, type Plane } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';

/** How much a and b of the lips differ from those of the skin around them, as shares of the skin's chroma. */
const redder = 0.3;
const yellower = -0.15;
/** A softer edge than this share of the eye-to-chin distance looks like smeared lipstick. */
const softShare = 0.02;
/** In a smaller face, in pixels of the lines, lips are not visible. */
const eyeToChinMin = 16;

/** @param faces in pixels of `lines`. */
export function reddenLips(
  lines: ChromaLines,
  lightness: Plane,
  faces: readonly MeasuredFace[],
): ChromaLines {
  const large = faces.filter(({ eyeToChin }) => eyeToChin >= eyeToChinMin);
  if (large.length === 0) return lines;
  const shift = emptyPlane(lightness.width, lightness.height);
  for (const face of large) addLips(shift, lines, lightness, face);
  const shifted = ({ slope, offset }: ChromaLine, share: number): ChromaLine => ({
    slope,
    offset: { ...offset, data: offset.data.map((value, i) => value + share * (shift.data[i] ?? 0)) },
  });
  return { ...lines, a: shifted(lines.a, redder), b: shifted(lines.b, yellower) };
}

/** Adds the chroma of the face to the pixels of its lips, less along their edge. */
function addLips(shift: Plane, lines: ChromaLines, lightness: Plane, face: MeasuredFace): void {
  const { width, height } = shift;
  const outer = fillPolygon(face.lips.outer, width, height).data;
  const inner = fillPolygon(face.lips.inner, width, height).data;
  const mask = {
    width,
    height,
    data: Float32Array.from(outer, (bit, i) => (bit === 1 && inner[i] === 0 ? 1 : 0)),
  };
  const softness = Math.max(1, Math.round(softShare * face.eyeToChin));
  const chroma = chromaOf(lines, lightness, outer);
  const soft = boxFilter(mask, softness).data;
  for (let i = 0; i < shift.data.length; i++) {
    shift.data[i] = Math.max(shift.data[i] ?? 0, chroma * (soft[i] ?? 0));
  }
}

/** The mean chroma of these pixels; 0 if they are not of a warm colour, such as those of a net that left a face grey. */
function chromaOf({ a, b }: ChromaLines, lightness: Plane, pixels: Uint8Array): number {
  const sum = { count: 0, a: 0, b: 0 };
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === 0) continue;
    const value = lightness.data[i] ?? 0;
    sum.count++;
    sum.a += (a.slope.data[i] ?? 0) * value + (a.offset.data[i] ?? 0);
    sum.b += (b.slope.data[i] ?? 0) * value + (b.offset.data[i] ?? 0);
  }
  return sum.a <= 0 || sum.b <= 0 ? 0 : Math.hypot(sum.a, sum.b) / sum.count;
}
