/** Chance that a seed repeats. The order in which customers and kills meet still depends on the machine. */

export interface Chance {
  /** From 0 to below 1. */
  fraction(): number;
  integer(min: number, max: number): number;
  /** True in `percent` of 100 cases. */
  happens(percent: number): boolean;
  /** One of them; an entry that stands twice comes twice as often. */
  pick<T>(values: readonly [T, ...T[]]): T;
  /** Another stream, so that one customer's decisions do not depend on when the others make theirs. */
  fork(): Chance;
}

/** The generator is mulberry32: 32 bits of state, good enough to choose what a customer does. */
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
