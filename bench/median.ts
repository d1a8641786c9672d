/** The median. In contrast to the mean, the median hardly changes when one round was disturbed. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
