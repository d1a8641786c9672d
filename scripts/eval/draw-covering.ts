/**
 * Draws sunglasses or a mask on the face in a photo, with reflections, folds, shade and grain. The evaluation and its
 * test use it.
 */

import type { MeasuredFace, MeshPoint } from '../../src/imaging/nets/face-mesh.ts';
import type { RgbBytes, RgbImage } from '../../src/imaging/pixels/plane.ts';
import { fillPolygon } from '../../src/imaging/pixels/polygon.ts';

export const coverings = ['sunglasses', 'mask'] as const;
export type Covering = (typeof coverings)[number];

export interface DrawnFace {
  readonly photo: RgbBytes;
  readonly face: MeasuredFace;
  readonly points: readonly MeshPoint[];
}

interface Place {
  readonly x: number;
  readonly y: number;
}

type Random = () => number;

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Rgb = readonly [number, number, number];

interface Shape {
  readonly corners: readonly Place[];
  /** The colours at the upper and at the lower end of the shape. */
  readonly colours: readonly [Rgb, Rgb];
  readonly opacity: number;
}

export function drawCovering(drawn: DrawnFace, covering: Covering, seed: number): RgbBytes {
  const random = randomOf(seed);
  const shapes = covering === 'sunglasses' ? sunglasses(drawn, random) : mask(drawn, random);
  const { width, height, data } = drawn.photo;
  const painted = Float32Array.from(data);
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
function stripe(from: Place, to: Place, width: number): Place[] {
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const [x, y] = [((to.y - from.y) / length) * (width / 2), (-(to.x - from.x) / length) * (width / 2)];
  return [
    { x: from.x + x, y: from.y + y },
    { x: to.x + x, y: to.y + y },
    { x: to.x - x, y: to.y - y },
    { x: from.x - x, y: from.y - y },
  ];
}

const between = (one: Place, other: Place, share: number): Place => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});
const chosen = <T>(values: readonly [T, ...T[]], random: Random): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

/** The axes of the head in the photo, in eye-to-chin distances. */
function axesOf({ eyes, chin, eyeToChin }: MeasuredFace) {
  const up = { x: (eyes.x - chin.x) / eyeToChin, y: (eyes.y - chin.y) / eyeToChin };
  return (from: Place, right: number, above: number): Place => ({
    x: from.x + (-up.y * right + up.x * above) * eyeToChin,
    y: from.y + (up.x * right + up.y * above) * eyeToChin,
  });
}

function sunglasses({ face, points }: DrawnFace, random: Random): Shape[] {
  const at = axesOf(face);
  const point = (index: number): Place => points[index] ?? { x: 0, y: 0 };
  const lens = chosen<Rgb>(
    [
      [10, 10, 12],
      [45, 28, 15],
      [30, 35, 40],
      [20, 30, 20],
    ],
    random,
  );
  const opacity = 0.8 + 0.2 * random();
  const [radiusX, radiusY, roundness] = [0.3 + 0.08 * random(), 0.2 + 0.08 * random(), 0.3 + 0.7 * random()];
  const shine = random() < 0.5 ? 90 : 20;
  const bent = (value: number) => Math.sign(value) * Math.abs(value) ** roundness;
  const lenses = [
    [33, 133],
    [362, 263],
  ].map(([outer = 0, inner = 0]): Shape => {
    const middle = at(between(point(outer), point(inner), 0.5), 0, -0.06);
    const corners = Array.from({ length: 24 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 24;
      return at(middle, radiusX * bent(Math.cos(angle)), radiusY * bent(Math.sin(angle)));
    });
    return { corners, colours: [lens, [shine, shine, shine + 5]], opacity };
  });
  const bridge = stripe(point(133), point(362), 0.05 * face.eyeToChin);
  return [...lenses, { corners: bridge, colours: [lens, lens], opacity: 1 }];
}

const rightSide = [234, 93, 132, 58, 172, 136, 150, 149, 176, 148];
const leftSide = [454, 323, 361, 288, 397, 365, 379, 378, 400, 377];
const black: Rgb = [0, 0, 0];

function mask({ face, points }: DrawnFace, random: Random): Shape[] {
  const at = axesOf(face);
  const point = (index: number): Place => points[index] ?? { x: 0, y: 0 };
  const cloth = chosen<Rgb>(
    [
      [240, 242, 244],
      [120, 170, 200],
      [25, 25, 28],
      [190, 60, 80],
      [70, 90, 130],
    ],
    random,
  );
  const top = between(point(6), point(4), 0.15 + 0.25 * random());
  const from = random() < 0.5 ? 0 : 1;
  const left = leftSide.slice(from).map(point);
  const right = rightSide.slice(from).map(point).reverse();
  const corners = [top, ...left, at(point(152), 0, -0.05), ...right];
  const folds = [0, 0.3, 0.6].map((share): Shape => {
    const [a, b] = [between(point(132), point(172), share), between(point(361), point(397), share)];
    return { corners: stripe(a, b, 0.015 * face.eyeToChin), colours: [black, black], opacity: 0.18 };
  });
  return [{ corners, colours: [cloth, cloth], opacity: 1 }, ...folds];
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
