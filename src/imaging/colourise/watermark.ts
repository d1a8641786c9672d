/**
 * Draws the word PREVIEW over a picture, again and again along slanted lines, so that the free preview cannot be used
 * instead of the product. The letters are drawn here, because an image process has no fonts and no decoder for drawings.
 */

import type { RgbBytes } from '../pixels/plane.ts';

/** Each letter has seven rows of five dots. */
const letters: Readonly<Record<string, readonly string[]>> = {
  P: ['####.', '#...#', '#...#', '####.', '#....', '#....', '#....'],
  R: ['####.', '#...#', '#...#', '####.', '#.#..', '#..#.', '#...#'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  V: ['#...#', '#...#', '#...#', '#...#', '#...#', '.#.#.', '..#..'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  W: ['#...#', '#...#', '#...#', '#.#.#', '#.#.#', '##.##', '#...#'],
};

const word = 'PREVIEW';
/** Pixels per dot. A letter is then 21 px high, which is legible and too large to be retouched quickly. */
const dotPx = 3;
const advanceDots = 6;
const wordPx = word.length * advanceDots * dotPx;
const periodX = wordPx + 42;
const periodY = 84;
const slantRad = -Math.PI / 7;
/**
 * The share by which letters move a pixel towards white, and their shadow towards black. Together they are visible on
 * any background.
 */
const usualLetters = { letter: 0.42, shadow: 0.32 } as const;
/** Nothing of the picture is left under the letters. */
export const opaqueLetters = { letter: 1, shadow: 0.5 } as const;

/** Whether a point of the slanted grid of words is part of a letter. */
function isInLetter(x: number, y: number): boolean {
  const row = Math.floor(y / periodY);
  const shifted = x + (row % 2 === 0 ? 0 : periodX / 2);
  const inX = ((shifted % periodX) + periodX) % periodX;
  const inY = ((y % periodY) + periodY) % periodY;
  const [dotX, dotY] = [Math.floor(inX / dotPx), Math.floor(inY / dotPx)];
  const letter = letters[word[Math.floor(dotX / advanceDots)] ?? ''];
  return letter?.[dotY]?.[dotX % advanceDots] === '#';
}

/** Draws the watermark into the pixels of the given picture. */
export function drawWatermark(
  { width, height, data }: RgbBytes,
  shares: { readonly letter: number; readonly shadow: number } = usualLetters,
): void {
  const [cos, sin] = [Math.cos(slantRad), Math.sin(slantRad)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x * cos - y * sin, x * sin + y * cos];
      const share = isInLetter(u, v) ? shares.letter : isInLetter(u - 2, v - 2) ? -shares.shadow : 0;
      if (share === 0) continue;
      const target = share > 0 ? 255 : 0;
      const at = 3 * (y * width + x);
      for (let channel = 0; channel < 3; channel++) {
        const value = data[at + channel] ?? 0;
        data[at + channel] = Math.round(value + Math.abs(share) * (target - value));
      }
    }
  }
}
