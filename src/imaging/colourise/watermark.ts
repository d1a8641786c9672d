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
const advanceDots = 6;
const periodY = 84;
const slantRad = -Math.PI / 7;

export interface Letters {
  /** Pixels per dot. A letter is seven dots high. */
  readonly dotPx: number;
  /**
   * The share by which letters move a pixel towards white, and their shadow towards black. Together they are visible on
   * any background.
   */
  readonly letter: number;
  readonly shadow: number;
}

/** Legible, and too large to be retouched quickly. */
const usualLetters: Letters = { dotPx: 3, letter: 0.42, shadow: 0.32 };
/** Nothing of the picture is left under the letters. They are smaller, because they hide what they cover. */
export const opaqueLetters: Letters = { dotPx: 2, letter: 1, shadow: 0.5 };

/** Whether a point of the slanted grid of words is part of a letter. */
function isInLetter(x: number, y: number, dotPx: number): boolean {
  const periodX = dotPx * (word.length * advanceDots + 14);
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
  { dotPx, letter, shadow }: Letters = usualLetters,
): void {
  const [cos, sin] = [Math.cos(slantRad), Math.sin(slantRad)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x * cos - y * sin, x * sin + y * cos];
      const back = dotPx - 1;
      const isShadow = () => isInLetter(u - back, v - back, dotPx);
      const share = isInLetter(u, v, dotPx) ? letter : isShadow() ? -shadow : 0;
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
