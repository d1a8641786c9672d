/**
 * Draws an object that a person holds before the face: a phone, a cup, a sheet of paper or a book. The evaluation and
 * its test use it.
 */

import type { MeasuredFace } from '../../src/imaging/nets/face-mesh.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import type { DrawnFace } from './draw-covering.ts';
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

export const heldObjects = ['phone', 'cup', 'paper', 'book'] as const;
export type HeldObject = (typeof heldObjects)[number];

/** Where the middle of the object is, to the right of the eyes and below them, in eye-to-chin distances. */
export const objectPlaces = {
  'before the mouth': { right: 0, below: 0.8 },
  'before an eye': { right: -0.35, below: 0.05 },
  'before a cheek': { right: 0.5, below: 0.5 },
} as const;
export type ObjectPlace = keyof typeof objectPlaces;

/** The sizes of the objects in eye-to-chin distances; a head is 2.2 high. A cup is wider above than below. */
const sizes: Readonly<Record<HeldObject, { readonly width: number; readonly height: number }>> = {
  phone: { width: 0.65, height: 1.3 },
  cup: { width: 0.75, height: 0.85 },
  paper: { width: 1.3, height: 1 },
  book: { width: 1.1, height: 1.3 },
};
const colours: Readonly<Record<HeldObject, readonly [Rgb, ...Rgb[]]>> = {
  phone: [
    [18, 18, 20],
    [60, 62, 70],
    [235, 235, 238],
    [30, 50, 95],
    [225, 200, 205],
  ],
  cup: [
    [245, 245, 242],
    [175, 40, 35],
    [40, 60, 110],
    [120, 85, 60],
    [35, 95, 70],
  ],
  paper: [
    [248, 248, 246],
    [235, 232, 222],
  ],
  book: [
    [150, 30, 40],
    [30, 60, 120],
    [40, 90, 60],
    [215, 170, 60],
    [60, 45, 40],
  ],
};
const tiltRadMax = 0.35;
const black: Rgb = [20, 20, 22];
const white: Rgb = [250, 250, 250];

export function drawObject(drawn: DrawnFace, object: HeldObject, place: ObjectPlace, seed: number): RgbBytes {
  const random = randomOf(seed);
  const shapes = shapesOf(drawn.face, object, place, random);
  return drawShapes(drawn.photo, shapes, random);
}

function shapesOf(face: MeasuredFace, object: HeldObject, place: ObjectPlace, random: Random): Shape[] {
  const at = axesOf(face);
  const { right, below } = objectPlaces[place];
  const middle = at(face.eyes, right + 0.16 * (random() - 0.5), -below - 0.16 * (random() - 0.5));
  const scale = 0.85 + 0.3 * random();
  const size = { width: scale * sizes[object].width, height: scale * sizes[object].height };
  const tilt = 2 * tiltRadMax * (random() - 0.5);
  /** A place of the object: −1 is its left or upper edge, 1 its right or lower edge. */
  const on = (x: number, y: number): Place => {
    const [dx, dy] = [(x * size.width) / 2, (y * size.height) / 2];
    return at(middle, dx * Math.cos(tilt) - dy * Math.sin(tilt), -dx * Math.sin(tilt) - dy * Math.cos(tilt));
  };
  const colour = chosen(colours[object], random);
  const body = (lower: number): Shape => ({
    corners: rounded(on, lower),
    colours: [colour, shaded(colour, 0.85)],
    opacity: 1,
  });
  switch (object) {
    case 'phone':
      return [body(1), ...lensesOf(on)];
    case 'cup':
      return [
        body(0.8),
        {
          corners: stripe(on(-1, -0.9), on(1, -0.9), 0.05 * face.eyeToChin),
          colours: [white, white],
          opacity: 0.5,
        },
      ];
    case 'paper':
    case 'book':
      return [body(1), ...linesOf(on, object === 'paper' ? 8 : 2, object === 'paper' ? black : white, face)];
  }
}

type OnObject = (x: number, y: number) => Place;

/** A rectangle with round corners, of which the lower edge has a share of the width of the upper one. */
function rounded(on: OnObject, lower: number): Place[] {
  return Array.from({ length: 40 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 40;
    const bent = (value: number) => Math.sign(value) * Math.abs(value) ** 0.25;
    const y = bent(Math.sin(angle));
    return on(bent(Math.cos(angle)) * (1 + (lower - 1) * ((y + 1) / 2)), y);
  });
}

function lensesOf(on: OnObject): Shape[] {
  return [-0.8, -0.55].map((y) => ({
    corners: Array.from({ length: 16 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 16;
      return on(-0.6 + 0.2 * Math.cos(angle), y + 0.1 * Math.sin(angle));
    }),
    colours: [black, black],
    opacity: 1,
  }));
}

/** Lines of text. */
function linesOf(on: OnObject, count: number, colour: Rgb, face: MeasuredFace): Shape[] {
  return Array.from({ length: count }, (_, index) => {
    const y = -0.75 + (1.5 * (index + 0.5)) / count;
    const ends = [on(-0.75, y), on(0.75, y)] as const;
    return {
      corners: stripe(ends[0], between(...ends, 0.95), 0.03 * face.eyeToChin),
      colours: [colour, colour],
      opacity: 0.6,
    };
  });
}

function shaded([r, g, b]: Rgb, light: number): Rgb {
  return [r * light, g * light, b * light];
}
