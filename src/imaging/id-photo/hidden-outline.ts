/**
 * Measures how much of the outline of the head cannot be seen, because dark hair is in front of a black wall. Nothing can
 * find such an edge, so the cut-out has a made-up one. In front of a lighter wall of the colour of the hair, light and
 * texture still show the edge.
 */

import { localColours } from '../pixels/local-colours.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';

/** Colours of both sides are means over squares of this radius, as a share of the width. */
const radiusShare = 1 / 60;
const [wallMax, personMin] = [0.05, 0.95];
/** A wall whose mean of red, green and blue (0–1) is lower is black. Colours closer to it than this distance are hidden. */
const [blackMax, distanceMin] = [0.1, 0.1];

/** @returns the share of the outline above `chinRow` that cannot be seen; 0 without an outline. */
export function hiddenOutlineShare(image: RgbImage, alpha: Plane, chinRow: number): number {
  const { width, height, data } = alpha;
  const [wall, person] = [emptyPlane(width, height), emptyPlane(width, height)];
  let black = 0;
  for (let i = 0; i < data.length; i++) {
    const a = data[i] ?? 0;
    wall.data[i] = a < wallMax ? 1 : 0;
    person.data[i] = a > personMin ? 1 : 0;
    if (a < wallMax && isBlack(image.data[3 * i], image.data[3 * i + 1], image.data[3 * i + 2])) black++;
  }
  // Most photos end here, in a fraction of the time.
  if (black === 0) return 0;
  const radius = Math.max(1, Math.round(radiusShare * width));
  const [walls, people] = [localColours(image, wall, radius), localColours(image, person, radius)];
  let [length, hidden] = [0, 0];
  for (let y = 1; y < Math.min(height - 1, chinRow); y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!isOutline(data, i, width) || walls.density[i] === 0 || people.density[i] === 0) continue;
      length++;
      const [red, green, blue] = [walls.red[i] ?? 0, walls.green[i] ?? 0, walls.blue[i] ?? 0];
      if (!isBlack(red, green, blue)) continue;
      const distance = Math.hypot(
        red - (people.red[i] ?? 0),
        green - (people.green[i] ?? 0),
        blue - (people.blue[i] ?? 0),
      );
      if (distance < distanceMin) hidden++;
    }
  }
  return length === 0 ? 0 : hidden / length;
}

function isBlack(red = 0, green = 0, blue = 0): boolean {
  return (red + green + blue) / 3 < blackMax;
}

function isOutline(alpha: Float32Array, i: number, width: number): boolean {
  if ((alpha[i] ?? 0) < 0.5) return false;
  return [i - 1, i + 1, i - width, i + width].some((near) => (alpha[near] ?? 0) < 0.5);
}
