/** Distinguishes the error "no such file" from other errors of the file system. */

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
