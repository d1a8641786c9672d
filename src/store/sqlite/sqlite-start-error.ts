/** Explains in one sentence why a SQLite file cannot be used. Other errors are returned unchanged. */

import { StartError } from '../../domain/start-error.ts';

/** Primary result codes: https://sqlite.org/rescode.html */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process keeps it locked',
  8: 'this process may not write to it or to its folder',
  10: 'the disk reported an error',
  11: 'it is damaged, or the disk cannot read it: check the disk, then restore a backup',
  13: 'the disk is full',
  14: 'this process may not open it or write to its folder',
  26: 'it is not a SQLite database',
};

export function sqliteStartError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  // The lower 8 bits of an extended result code are the primary result code.
  const reason = reasons[error.errcode & 0xff];
  if (reason === undefined) return error;
  return new StartError(`The file ${file} cannot be used: ${reason}.`, { cause: error });
}
