/**
 * Draws synthetic damage of old prints on the lightness of a photo: scratches, cracks, a fold, dust, stains, a torn
 * corner, missing parts. The evaluation of the restoration uses it. It shares no code with the damage that the net was
 * trained on (`training/print_damage.py`), so that its figures do not only show what the net has learned by heart.
 */

import type { Plane } from '../../src/imaging/pixels/plane.ts';
import { fractalNoise, type Random } from './seeded-random.ts';
import { type Place, paint, type Stroke, strokeCoverage } from './stroke-coverage.ts';

type Draw = (lightness: Plane, random: Random) => Plane;

/** All lengths are for a picture with this shorter side and grow with it. */
const usualSidePx = 256;

const scaleOf = ({ width, height }: Plane): number => Math.min(width, height) / usualSidePx;
const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const countBetween = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1));
const anywhere = ({ width, height }: Plane, random: Random): Place => ({
  x: between(random, 0, width),
  y: between(random, 0, height),
});
/** Paper is light, and dirt is dark. */
const toneOf = (random: Random, lightShare: number): number =>
  random() < lightShare ? between(random, 76, 98) : between(random, 3, 22);

function scratches(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  const turn = between(random, 0, Math.PI);
  const strokes = Array.from({ length: countBetween(random, 1, 6) }, (): Stroke => {
    const start = anywhere(lightness, random);
    const angle = turn + between(random, -0.2, 0.2);
    const length = between(random, 60, 300) * scale;
    const sag = between(random, -0.06, 0.06) * length;
    const noise = fractalNoise(random, 0.18);
    const [width, strength] = [between(random, 0.8, 2.6) * scale, between(random, 0.7, 1)];
    return Array.from({ length: 48 }, (_, i) => {
      const t = i / 47;
      const [along, across] = [(t - 0.5) * length, sag * (1 - (2 * t - 1) ** 2)];
      return {
        x: start.x + along * Math.cos(angle) - across * Math.sin(angle),
        y: start.y + along * Math.sin(angle) + across * Math.cos(angle),
        width,
        opacity: strength * Math.min(1, Math.max(0, 3 * noise(8 * t, 0) - 0.6)),
      };
    });
  });
  return paint(lightness, strokeCoverage(lightness, strokes), toneOf(random, 0.7));
}

/** Displaces the middle of a line again and again, which gives the jagged course of a crack. */
function jagged(from: Place, to: Place, depth: number, random: Random): Place[] {
  if (depth === 0) return [from];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const shift = between(random, -0.2, 0.2);
  const middle = { x: (from.x + to.x) / 2 - shift * dy, y: (from.y + to.y) / 2 + shift * dx };
  return [...jagged(from, middle, depth - 1, random), ...jagged(middle, to, depth - 1, random)];
}

function cracks(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  const { width, height } = lightness;
  const strokes: Stroke[] = [];
  const add = (from: Place, to: Place, wide: number): readonly Place[] => {
    const course = [...jagged(from, to, 5, random), to];
    const tapered = (i: number): number => wide * (1 - (0.6 * i) / course.length);
    strokes.push(course.map((place, i) => ({ ...place, width: tapered(i), opacity: 1 })));
    return course;
  };
  for (let main = countBetween(random, 1, 2); main > 0; main--) {
    const wide = between(random, 1.2, 4) * scale;
    const from =
      random() < 0.5 ? { x: between(random, 0, width), y: 0 } : { x: 0, y: between(random, 0, height) };
    const course = add(from, anywhere(lightness, random), wide);
    for (let branch = countBetween(random, 1, 4); branch > 0; branch--) {
      const fork = course[Math.floor(random() * course.length)] ?? from;
      const [angle, length] = [between(random, 0, 2 * Math.PI), between(random, 15, 70) * scale];
      add(fork, { x: fork.x + length * Math.cos(angle), y: fork.y + length * Math.sin(angle) }, 0.6 * wide);
    }
  }
  const tone = toneOf(random, 0.8);
  const drawn = paint(lightness, strokeCoverage(lightness, strokes), tone);
  if (random() < 0.5 || tone < 50) return drawn;
  const shadow = strokes.map((stroke) => stroke.map((at) => ({ ...at, x: at.x + scale, y: at.y + scale })));
  const dark = paint(lightness, strokeCoverage(lightness, shadow), between(random, 5, 30));
  return paint(dark, strokeCoverage(lightness, strokes), tone);
}

function fold(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  const { width, height } = lightness;
  const angle = (random() < 0.5 ? 0 : Math.PI / 2) + between(random, -0.12, 0.12);
  const centre = { x: between(random, 0.2, 0.8) * width, y: between(random, 0.2, 0.8) * height };
  const [rough, flakes] = [fractalNoise(random, 1 / (7 * scale)), fractalNoise(random, 1 / (5 * scale))];
  const half = between(random, 0.5, 1.8) * scale;
  const [bend, reach] = [between(random, -12, 12), between(random, 2, 6) * scale];
  const tone = toneOf(random, 0.85);
  return changed(lightness, (value, x, y) => {
    const distance =
      (x - centre.x) * Math.sin(angle) - (y - centre.y) * Math.cos(angle) + 3 * scale * (rough(x, y) - 0.5);
    const line = Math.min(1, Math.max(0, half + 0.5 - Math.abs(distance)));
    const flake = Math.min(1, Math.max(0, 6 * (flakes(x, y) - 0.5 - Math.abs(distance) / (9 * half))));
    const shaded = value + bend * Math.sign(distance) * Math.exp(-Math.abs(distance) / reach);
    return shaded + Math.max(line, flake) * (tone - shaded);
  });
}

/** A closed outline around a centre whose radius changes with the angle. Returns the depth inside of it in pixels. */
function blob(centre: Place, radius: number, roughness: number, random: Random) {
  const noise = fractalNoise(random, 1);
  return (x: number, y: number): number => {
    const angle = Math.atan2(y - centre.y, x - centre.x);
    const waves = noise(2 + 1.6 * Math.cos(angle), 2 + 1.6 * Math.sin(angle)) - 0.5;
    return radius * (1 + 2 * roughness * waves) - Math.hypot(x - centre.x, y - centre.y);
  };
}

function dust(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  let drawn = lightness;
  for (const lightShare of [1, 0]) {
    const strokes: Stroke[] = [];
    for (let i = countBetween(random, 5, 45); i > 0; i--) {
      const at = anywhere(lightness, random);
      const [angle, length] = [between(random, 0, 2 * Math.PI), between(random, 0, 2.5) * scale];
      const end = { x: at.x + length * Math.cos(angle), y: at.y + length * Math.sin(angle) };
      const speck = { width: between(random, 1, 4.5) * scale, opacity: between(random, 0.6, 1) };
      strokes.push([
        { ...at, ...speck },
        { ...end, ...speck },
      ]);
    }
    drawn = paint(drawn, strokeCoverage(lightness, strokes), toneOf(random, lightShare));
  }
  return drawn;
}

function stains(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  let drawn = lightness;
  for (let i = countBetween(random, 1, 3); i > 0; i--) {
    const depth = blob(anywhere(lightness, random), between(random, 8, 50) * scale, 0.35, random);
    const [share, rim, soft] = [
      between(random, 0.6, 0.86),
      between(random, 0, 14),
      between(random, 1, 3) * scale,
    ];
    drawn = changed(drawn, (value, x, y) => {
      const inside = depth(x, y);
      const wet = Math.min(1, Math.max(0, inside / soft + 0.5));
      return value * (1 - (1 - share) * wet) - rim * Math.exp(-((inside / soft) ** 2));
    });
  }
  return drawn;
}

function tornCorner(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  const { width, height } = lightness;
  const [right, bottom] = [random() < 0.5, random() < 0.5];
  const [reachX, reachY] = [between(random, 0.12, 0.35) * width, between(random, 0.12, 0.35) * height];
  const noise = fractalNoise(random, 1 / (14 * scale));
  const ground = random() < 0.5 ? between(random, 2, 14) : between(random, 88, 99);
  const [paper, rim] = [between(random, 82, 97), between(random, 1, 5) * scale];
  return changed(lightness, (value, x, y) => {
    const [fromX, fromY] = [right ? width - x : x, bottom ? height - y : y];
    const beyond =
      (1 - fromX / reachX - fromY / reachY) * Math.min(reachX, reachY) * 0.7 +
      10 * scale * (noise(x, y) - 0.5);
    const torn = value + Math.min(1, Math.max(0, beyond + rim)) * (paper - value);
    return torn + Math.min(1, Math.max(0, beyond)) * (ground - torn);
  });
}

function missingParts(lightness: Plane, random: Random): Plane {
  const scale = scaleOf(lightness);
  let drawn = lightness;
  const tone = toneOf(random, 0.85);
  const [grain, ragged] = [fractalNoise(random, 0.6), fractalNoise(random, 1 / (3 * scale))];
  for (let i = countBetween(random, 1, 4); i > 0; i--) {
    const depth = blob(anywhere(lightness, random), between(random, 4, 22) * scale, 0.6, random);
    drawn = changed(drawn, (value, x, y) => {
      const gone = Math.min(1, Math.max(0, depth(x, y) + 4 * scale * (ragged(x, y) - 0.5) + 0.5));
      return value + gone * (tone + 4 * (grain(x, y) - 0.5) - value);
    });
  }
  return drawn;
}

function several(lightness: Plane, random: Random): Plane {
  return [scratches, cracks, dust, random() < 0.5 ? stains : missingParts].reduce(
    (drawn, draw) => draw(drawn, random),
    lightness,
  );
}

/** The kinds of damage. Each takes L (0–100) and returns the damaged L. */
export const damageKinds: Readonly<Record<string, Draw>> = {
  scratches,
  cracks,
  fold,
  dust,
  stains,
  'torn corner': tornCorner,
  'missing parts': missingParts,
  'several kinds': several,
};

function changed(
  { width, height, data }: Plane,
  change: (value: number, x: number, y: number) => number,
): Plane {
  const result = data.map((value, i) =>
    Math.min(100, Math.max(0, change(value, (i % width) + 0.5, Math.floor(i / width) + 0.5))),
  );
  return { width, height, data: result };
}
