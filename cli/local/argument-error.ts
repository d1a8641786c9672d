/** The errors of a command that runs on this machine and was called in a wrong way. They lead to the exit code 2. */

import { StartError } from '../../src/domain/start-error.ts';

/** A command cannot run because of an argument, option, variable or file that the operator named. */
export class ArgumentError extends StartError {}

/** @returns the error of a file that the operator named, or `cause` if it is no error of the file system. */
export function unusableFile(cause: unknown, what: string, advice: string): unknown {
  if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) return cause;
  return new ArgumentError(`${what} (${cause.code}): ${advice}.`, { cause });
}
