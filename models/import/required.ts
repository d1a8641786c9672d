/** An assertion for files that do not have the shape that their format promises. */

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The model file lacks a part that its format requires');
  return value;
}
