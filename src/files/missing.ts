/** Tells a file that is not there from every other trouble with it. */

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
