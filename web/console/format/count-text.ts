/** Writes how much waits. The service reports at most 100 items of a topic, so larger numbers would be wrong. */

export function countText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
