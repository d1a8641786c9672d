/** Computes the median, which hardly changes when one measurement was disturbed, in contrast to the mean. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
