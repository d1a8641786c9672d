/** The exit codes of `photokiosk` (docs/cli.md), and the errors that lead to them. */

import { CommanderError } from 'commander';
import { ApiError } from '../client/src/api-error.ts';

export const exitCodes = {
  done: 0,
  /** The service refused, a command on this machine could not do its work, or `doctor` found a fault. */
  refused: 1,
  /** A wrong argument, option, environment variable or file. */
  usage: 2,
  /** The token is missing, wrong, or has too few permissions. */
  notAllowed: 3,
  notFound: 4,
  /** No response arrived, or the service is busy; the same command may succeed later. */
  unreachable: 5,
  /** An error of the program itself. */
  bug: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure whose message is for the person at the terminal. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

function codeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 404) return exitCodes.notFound;
  if (status === 0 || status === 429 || status >= 500) return exitCodes.unreachable;
  return exitCodes.refused;
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ApiError) return codeOfStatus(error.status);
  // Commander ends `--help` and `--version` with an error of code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  return exitCodes.bug;
}
