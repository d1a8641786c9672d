/**
 * Draws sunglasses or a mask on the face in a photo, with reflections, folds, shade and grain. The evaluation and its
 * test use it.
 */

import type { MeasuredFace, MeshPoint } from '../../src/imaging/nets/face-mesh.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import {
  axesOf,
  between,
  chosen,
  drawShapes,
  type Place,
  type Random,
  type Rgb,
  randomOf,
  type Shape,
  stripe,
} from './draw-shapes.ts';

export const coverings = ['sunglasses', 'mask'] as const;
export type Covering = (typeof coverings)[number];

export interface DrawnFace {
  readonly photo: RgbBytes;
  readonly face: MeasuredFace;
  readonly points: readonly MeshPoint[];
}

export function drawCovering(drawn: DrawnFace, covering: Covering, seed: number): RgbBytes {
  const random = randomOf(seed);
  const shapes = covering === 'sunglasses' ? sunglasses(drawn, random) : mask(drawn, random);
  return drawShapes(drawn.photo, shapes, random);
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
