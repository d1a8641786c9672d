/** Random decisions from a seed. The timing of customers and kills still depends on the machine. */

export interface Chance {
  /** Returns a random number from 0 up to, but not including, 1. */
  fraction(): number;
  integer(min: number, max: number): number;
  /** Returns true with a probability of `percent` in 100. */
  happens(percent: number): boolean;
  /** One of the values. A value that is listed twice is twice as likely. */
  pick<T>(values: readonly [T, ...T[]]): T;
  /**
   * Returns a separate source of random decisions, so that the decisions of one customer do not depend on those of
   * the others.
   */
  fork(): Chance;
}

/** The generator is mulberry32: 32 bits of state, random enough for the decisions of customers. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    integer,
    happens: (percent) => fraction() * 100 < percent,
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
    fork: () => seededChance(integer(0, 2 ** 32 - 1)),
  };
}
