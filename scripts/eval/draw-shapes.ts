/** Draws shapes with the look of cloth or plastic on photos. The evaluation and its tests use it. */

import type { MeasuredFace } from '../../src/imaging/nets/face-mesh.ts';
import type { RgbBytes, RgbImage } from '../../src/imaging/pixels/plane.ts';
import { fillPolygon } from '../../src/imaging/pixels/polygon.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

export type Random = () => number;

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Rgb = readonly [number, number, number];

export interface Shape {
  readonly corners: readonly Place[];
  /** The colours at the upper and at the lower end of the shape. */
  readonly colours: readonly [Rgb, Rgb];
  readonly opacity: number;
}

/** @returns the photo with the shapes, the first one at the bottom. */
export function drawShapes(photo: RgbBytes, shapes: readonly Shape[], random: Random): RgbBytes {
  const { width, height } = photo;
  const painted = Float32Array.from(photo.data);
  const covered = new Uint8Array(width * height);
  for (const shape of shapes) paintShape({ width, height, data: painted }, covered, shape);
  addTexture({ width, height, data: painted }, covered, random);
  return { width, height, data: Uint8Array.from(painted, (value) => Math.max(0, Math.min(255, value))) };
}

function paintShape(
  { width, height, data }: RgbImage,
  covered: Uint8Array,
  { corners, colours, opacity }: Shape,
): void {
  const inside = fillPolygon(corners, width, height).data;
  const tops = corners.map(({ y }) => y);
  const [top, bottom] = [Math.min(...tops), Math.max(...tops)];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] !== 1) continue;
    covered[i] = 1;
    const share = (Math.floor(i / width) - top) / Math.max(1, bottom - top);
    for (const c of [0, 1, 2] as const) {
      const colour = colours[0][c] + (colours[1][c] - colours[0][c]) * share;
      data[3 * i + c] = (data[3 * i + c] ?? 0) * (1 - opacity) + colour * opacity;
    }
  }
}

/** Makes a line of some width as a quadrangle. */
export function stripe(from: Place, to: Place, width: number): Place[] {
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const [x, y] = [((to.y - from.y) / length) * (width / 2), (-(to.x - from.x) / length) * (width / 2)];
  return [
    { x: from.x + x, y: from.y + y },
    { x: to.x + x, y: to.y + y },
    { x: to.x - x, y: to.y - y },
    { x: from.x - x, y: from.y - y },
  ];
}

export const between = (one: Place, other: Place, share: number): Place => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});
export const chosen = <T>(values: readonly [T, ...T[]], random: Random): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

/** The axes of the head in the photo, in eye-to-chin distances. */
export function axesOf({ eyes, chin, eyeToChin }: MeasuredFace) {
  const up = { x: (eyes.x - chin.x) / eyeToChin, y: (eyes.y - chin.y) / eyeToChin };
  return (from: Place, right: number, above: number): Place => ({
    x: from.x + (-up.y * right + up.x * above) * eyeToChin,
    y: from.y + (up.x * right + up.y * above) * eyeToChin,
  });
}

/** Adds shade, waves and grain to the covered pixels. */
function addTexture({ width, data }: RgbImage, covered: Uint8Array, random: Random): void {
  const [waveX, waveY, phase] = [(random() - 0.5) * 0.12, (random() - 0.5) * 0.12, random() * 6];
  const [shadeX, shadeY] = [(random() - 0.5) * 0.012, (random() - 0.5) * 0.012];
  const [amplitude, grain] = [0.08 + 0.17 * random(), 2 + 5 * random()];
  for (let i = 0; i < covered.length; i++) {
    if (covered[i] !== 1) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const wave = 1 + amplitude * Math.sin(waveX * x + waveY * y + phase);
    const shade = 0.25 * Math.sin(shadeX * x + shadeY * y + phase);
    const noise = grain * (random() + random() + random() - 1.5) * 1.6 + (wave + shade - 1) * 14;
    for (const c of [0, 1, 2]) data[3 * i + c] = (data[3 * i + c] ?? 0) * (wave + shade) + noise;
  }
}
