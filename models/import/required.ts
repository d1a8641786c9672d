/** Asserts that a part which the file format requires is present. */

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The model file lacks a part that its format requires');
  return value;
}
