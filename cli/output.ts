/** What commands print: lines for people, or JSON for scripts (`--json`). Results go to standard output. */

import { ApiError } from '../client/src/api-error.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';

export type Json = unknown;

export interface Output {
  /** Prints `lines`, or `value` with `--json`. */
  result(value: Json, lines: readonly string[]): void;
}

/** Control characters of a stranger's text, such as a title, must not reach the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** Pads the columns of a table. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, printable(cell).length);
    });
  }
  return rows.map((row) => row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0)).join('  '));
}

export function createOutput(isJson: boolean): Output {
  return {
    result(value, lines) {
      if (isJson) console.log(JSON.stringify(value, null, 2));
      else for (const line of lines) console.log(line.trimEnd());
    },
  };
}

/** The sentences about an error. */
function linesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) {
    if (exitCodeOf(error) === exitCodes.bug)
      return [error instanceof Error ? (error.stack ?? '') : String(error)];
    return [error instanceof Error ? error.message : String(error)];
  }
  const code = error.reason === null ? error.code : `${error.code}, ${error.reason}`;
  return [
    `${error.message} (${code})`,
    ...error.errors.map(({ pointer, detail }) => `  ${pointer}: ${detail}`),
    ...(error.retryAfterMs === null ? [] : [`  Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`]),
    ...(error.requestId === null || error.status < 500 ? [] : [`  Request ${error.requestId}`]),
  ];
}

/** Prints an error to standard error. */
export function printError(error: unknown, isJson: boolean): void {
  const lines = linesOf(error);
  if (!isJson) {
    console.error(lines.join('\n'));
    return;
  }
  const fields = error instanceof ApiError ? { ...error, name: undefined } : {};
  const exit_code = exitCodeOf(error);
  console.error(JSON.stringify({ error: { message: lines[0], exit_code, ...fields } }, null, 2));
}
