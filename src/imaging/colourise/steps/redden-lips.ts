/**
 * Makes lips redder than the skin around them. Lips are smaller than the cells of the net, so the net paints them
 * like skin.
 */

import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import type { ChromaLine, ChromaLines } from '../../pixels/chroma-lines.ts';
import { boxFilter, emptyPlane, type Plane } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';

/** How much a and b of the lips differ from those of the skin around them, as shares of the skin's chroma. */
const redder = 0.3;
const yellower = -0.15;
/** The width of the soft edge, as a share of the eye-to-chin distance. A wider edge looks like smeared lipstick. */
const softShare = 0.02;
/**
 * The least distance from the eyes to the chin, in pixels of the image that is painted. In a smaller face, lips are not
 * visible.
 */
const eyeToChinMin = 16;

/** @param faces their positions are in pixels of `lines`. */
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

/**
 * Sets `shift` to the chroma of the lips and the skin between them, on the pixels of the lips; less along their
 * edge. Only the box around the lips is visited.
 */
function addLips(shift: Plane, lines: ChromaLines, lightness: Plane, face: MeasuredFace): void {
  const softness = Math.max(1, Math.round(softShare * face.eyeToChin));
  const { left, top, width, height } = boxAround(face.lips.outer, shift, softness);
  if (width <= 0 || height <= 0) return;
  const inBox = ({ x, y }: Point): Point => ({ x: x - left, y: y - top });
  const outer = fillPolygon(face.lips.outer.map(inBox), width, height).data;
  const inner = fillPolygon(face.lips.inner.map(inBox), width, height).data;
  const data = Float32Array.from(outer, (bit, i) => (bit === 1 && inner[i] === 0 ? 1 : 0));
  const soft = boxFilter({ width, height, data }, softness).data;
  const pixelOf = (i: number): number => (top + Math.trunc(i / width)) * shift.width + left + (i % width);
  const inside: number[] = [];
  for (let i = 0; i < outer.length; i++) if (outer[i] === 1) inside.push(pixelOf(i));
  const chroma = chromaOf(lines, lightness, inside);
  for (let i = 0; i < soft.length; i++) {
    const pixel = pixelOf(i);
    shift.data[pixel] = Math.max(shift.data[pixel] ?? 0, chroma * (soft[i] ?? 0));
  }
}

function boxAround(points: readonly Point[], { width, height }: Plane, marginPx: number) {
  const left = Math.max(0, Math.floor(Math.min(...points.map(({ x }) => x))) - marginPx);
  const top = Math.max(0, Math.floor(Math.min(...points.map(({ y }) => y))) - marginPx);
  const right = Math.min(width, Math.ceil(Math.max(...points.map(({ x }) => x))) + marginPx);
  const bottom = Math.min(height, Math.ceil(Math.max(...points.map(({ y }) => y))) + marginPx);
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * The mean chroma of these pixels; 0 if their mean colour is not warm, for example because the net left the face
 * grey.
 */
function chromaOf({ a, b }: ChromaLines, lightness: Plane, pixels: readonly number[]): number {
  const sum = { a: 0, b: 0 };
  for (const i of pixels) {
    const value = lightness.data[i] ?? 0;
    sum.a += (a.slope.data[i] ?? 0) * value + (a.offset.data[i] ?? 0);
    sum.b += (b.slope.data[i] ?? 0) * value + (b.offset.data[i] ?? 0);
  }
  return sum.a <= 0 || sum.b <= 0 ? 0 : Math.hypot(sum.a, sum.b) / pixels.length;
}
