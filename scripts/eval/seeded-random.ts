/** Random numbers that are the same for the same seed, and smooth noise made of them. */

/** Returns a number from 0 to 1, without 1. */
export type Random = () => number;

/** The generator mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The side of the square of random values, which repeats. A power of two. */
const latticeSide = 64;

/**
 * Smooth noise from 0 to 1: three layers of interpolated random values, each with half the size and half the height of
 * the layer before.
 * @param frequency the number of values of the first layer for each unit of x and y.
 */
export function fractalNoise(random: Random, frequency: number): (x: number, y: number) => number {
  const lattice = Float32Array.from({ length: latticeSide ** 2 }, random);
  const at = (x: number, y: number): number =>
    lattice[(y & (latticeSide - 1)) * latticeSide + (x & (latticeSide - 1))] ?? 0;
  const smooth = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [eased(x - left), eased(y - top)];
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const lower = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
  return (x, y) => {
    const [u, v] = [x * frequency, y * frequency];
    return (4 * smooth(u, v) + 2 * smooth(2 * u + 17, 2 * v) + smooth(4 * u, 4 * v + 17)) / 7;
  };
}

function eased(t: number): number {
  return t * t * (3 - 2 * t);
}
