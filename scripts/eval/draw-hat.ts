/** Draws a hat, a cap, a helmet or a headscarf on the head in a photo. The evaluation and its test use it. */

import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import type { DrawnFace } from './draw-covering.ts';
import {
  axesOf,
  chosen,
  drawShapes,
  type Place,
  type Random,
  type Rgb,
  randomOf,
  type Shape,
  stripe,
} from './draw-shapes.ts';

export const hats = ['cap', 'beanie', 'brimmed hat', 'helmet', 'headscarf'] as const;
export type Hat = (typeof hats)[number];

export function drawHat(drawn: DrawnFace, hat: Hat, seed: number): RgbBytes {
  const random = randomOf(seed);
  return drawShapes(drawn.photo, shapesOf[hat](headOf(drawn), random), random);
}

/** Lengths are eye-to-chin distances, `x` to the right in the picture and `y` upwards from the eyes. */
interface Head {
  at(x: number, y: number): Place;
  /** Half the width of the face. */
  readonly half: number;
  readonly unitPx: number;
  readonly outline: readonly Place[];
}

function headOf({ face, points }: DrawnFace): Head {
  const place = axesOf(face);
  const [right, left] = [points[234] ?? face.eyes, points[454] ?? face.eyes];
  const middle = ((right.x + left.x) / 2 - face.eyes.x) / face.eyeToChin;
  return {
    at: (x, y) => place(face.eyes, middle + x, y),
    half: Math.max(0.45, Math.hypot(right.x - left.x, right.y - left.y) / 2 / face.eyeToChin),
    unitPx: face.eyeToChin,
    outline: face.outline,
  };
}

const cloths: readonly [Rgb, ...Rgb[]] = [
  [28, 28, 32],
  [245, 245, 240],
  [30, 50, 110],
  [170, 30, 40],
  [60, 95, 60],
  [190, 170, 130],
  [120, 80, 50],
  [225, 190, 60],
  [130, 130, 135],
  [200, 120, 170],
];

const darker = ([r, g, b]: Rgb, factor: number): Rgb => [r * factor, g * factor, b * factor];
const range = (random: Random, low: number, high: number) => low + (high - low) * random();

/** The curve from the right to the left over the head. `square` 0: pointed; 1: round; more: flat on top. */
function arch({ at }: Head, half: number, from: number, top: number, square: number): Place[] {
  return Array.from({ length: 25 }, (_, index) => {
    const share = 1 - index / 12;
    return at(half * share, from + (top - from) * (1 - Math.abs(share) ** (2 * square)) ** 0.5);
  });
}

/** A curve from the left to the right whose middle is `sag` lower than its ends. */
function hem({ at }: Head, half: number, y: number, sag: number): Place[] {
  return Array.from({ length: 13 }, (_, index) => {
    const share = index / 6 - 1;
    return at(half * share, y - sag * Math.cos((share * Math.PI) / 2));
  });
}

function oval({ at }: Head, x: number, y: number, half: number, high: number): Place[] {
  return Array.from({ length: 28 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 28;
    return at(x + half * Math.cos(angle), y + high * Math.sin(angle));
  });
}

const filled = (corners: readonly Place[], upper: Rgb, lower: Rgb = upper, opacity = 1): Shape => ({
  corners,
  colours: [upper, lower],
  opacity,
});

function cap(head: Head, random: Random): Shape[] {
  const cloth = chosen(cloths, random);
  const peak = random() < 0.6 ? cloth : chosen(cloths, random);
  const half = head.half * range(random, 1.08, 1.2);
  const [low, high] = [range(random, 0.5, 0.62), range(random, 1.25, 1.42)];
  const shade = range(random, 0.1, 0.22);
  const crown = [...arch(head, half, low, high, 1.1), ...hem(head, half, low, 0.04)];
  const edge = [
    ...hem(head, half * 1.02, low + 0.06, 0),
    ...hem(head, half * 1.02, low + 0.06, shade).reverse(),
  ];
  const shadow = [...hem(head, half, low, 0.05), ...hem(head, half, low - 0.05, shade + 0.12).reverse()];
  return [
    filled(shadow, [0, 0, 0], [0, 0, 0], range(random, 0.15, 0.45)),
    filled(crown, cloth, darker(cloth, 0.75)),
    filled(oval(head, 0, (low + high) / 2 + 0.05, 0.17, 0.14), chosen(cloths, random)),
    filled(stripe(head.at(0, high), head.at(0, low), 0.012 * head.unitPx), darker(cloth, 0.6)),
    filled(edge, darker(peak, 0.95), darker(peak, 0.6)),
  ];
}

function beanie(head: Head, random: Random): Shape[] {
  const cloth = chosen(cloths, random);
  const half = head.half * range(random, 1.1, 1.25);
  const [low, high] = [range(random, 0.4, 0.6), range(random, 1.3, 1.6)];
  const body = [...arch(head, half, low, high, range(random, 0.75, 1.1)), ...hem(head, half, low, 0.05)];
  const cuff = [
    ...hem(head, half * 1.04, low + 0.26, 0.04),
    ...hem(head, half * 1.04, low - 0.02, 0.06).reverse(),
  ];
  const ribs = Array.from({ length: 15 }, (_, index) => {
    const x = half * (index / 7 - 1);
    return filled(
      stripe(head.at(x, low + 0.02), head.at(x, low + 0.22), 0.02 * head.unitPx),
      darker(cloth, 0.6),
    );
  });
  return [
    filled(body, cloth, darker(cloth, 0.85)),
    filled(cuff, darker(cloth, 0.9), darker(cloth, 0.7)),
    ...ribs,
  ];
}

function brimmedHat(head: Head, random: Random): Shape[] {
  const cloth = chosen(cloths, random);
  const half = head.half * range(random, 1.02, 1.15);
  const [low, high] = [range(random, 0.58, 0.72), range(random, 1.25, 1.5)];
  const brim = oval(head, 0, low + 0.02, head.half * range(random, 1.8, 2.6), range(random, 0.1, 0.22));
  const crown = [...arch(head, half, low, high, range(random, 1.5, 2.5)), ...hem(head, half, low, 0.06)];
  const band = [...hem(head, half, low + 0.18, 0.04), ...hem(head, half, low + 0.02, 0.06).reverse()];
  const shadow = oval(head, 0, low - 0.12, head.half, 0.16);
  return [
    filled(shadow, [0, 0, 0], [0, 0, 0], range(random, 0.15, 0.4)),
    filled(brim, cloth, darker(cloth, 0.65)),
    filled(crown, cloth, darker(cloth, 0.85)),
    filled(band, chosen(cloths, random)),
  ];
}

function helmet(head: Head, random: Random): Shape[] {
  const shell = chosen(cloths, random);
  const half = head.half * range(random, 1.22, 1.4);
  const [low, high] = [range(random, 0.42, 0.58), range(random, 1.35, 1.5)];
  const body = [...arch(head, half, low, high, 1), ...hem(head, half, low, -0.05)];
  const rim = [
    ...hem(head, half * 1.05, low + 0.05, 0.02),
    ...hem(head, half * 1.05, low - 0.04, 0.03).reverse(),
  ];
  const slots = [-0.45, 0, 0.45].map((x) =>
    filled(oval(head, x * half, (low + high) / 2, 0.05, 0.2), [15, 15, 18]),
  );
  const strap = (side: number) =>
    filled(
      stripe(head.at(side * head.half, low), head.at(side * 0.2, -1.02), 0.05 * head.unitPx),
      [25, 25, 28],
    );
  const gloss = filled(
    oval(head, -0.35 * half, high - 0.25, 0.2, 0.07),
    [250, 250, 250],
    [250, 250, 250],
    0.5,
  );
  return [
    strap(-1),
    strap(1),
    filled(body, shell, darker(shell, 0.7)),
    ...(random() < 0.5 ? slots : []),
    filled(rim, darker(shell, 0.5)),
    gloss,
  ];
}

function headscarf(head: Head, random: Random): Shape[] {
  const cloth = chosen(cloths, random);
  const half = head.half * range(random, 1.3, 1.5);
  const wide = half * range(random, 1.1, 1.5);
  const over = arch(head, half, 0.1, range(random, 1.15, 1.35), 1);
  const middle = head.outline.length >> 1;
  // The outline of the face begins at the forehead and goes down the left side of the person.
  const face = [...head.outline.slice(middle), ...head.outline.slice(0, middle + 1)].reverse();
  const chin = head.at(0, -1.05);
  const around = [
    head.at(wide, -1.6),
    head.at(half, -0.6),
    ...over,
    head.at(-half, -0.6),
    head.at(-wide, -1.6),
    chin,
  ];
  const below = [head.at(-wide, -1.6), chin, head.at(wide, -1.6)];
  return [filled([...around, ...face, chin], cloth, darker(cloth, 0.8)), filled(below, darker(cloth, 0.75))];
}

const shapesOf: Readonly<Record<Hat, (head: Head, random: Random) => Shape[]>> = {
  cap,
  beanie,
  'brimmed hat': brimmedHat,
  helmet,
  headscarf,
};
