/** The median. In contrast to the mean, one disturbed round hardly changes it. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
