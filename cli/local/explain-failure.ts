/** Explains a failure of a local command in one sentence, if the operator can correct the cause. */

import { ConfigError } from '../../src/config.ts';
import { startFailure } from '../../src/main/start-failure.ts';
import { machineTroubleOf } from '../../src/usecases/ports/machine-trouble.ts';
import { ArgumentError } from './argument-error.ts';

export interface Explanation {
  readonly sentence: string;
  /** Whether an argument, option, variable or file of the operator is wrong. */
  readonly isWrongArgument: boolean;
}

/** @returns null for an error of the program, which needs its stack trace. */
export function explainFailure(error: unknown): Explanation | null {
  const isWrongArgument = error instanceof ArgumentError || error instanceof ConfigError;
  const sentence = startFailure(error) ?? troubleSentence(error);
  return sentence === null ? null : { sentence, isWrongArgument };
}

function troubleSentence(error: unknown): string | null {
  const trouble = machineTroubleOf(error);
  if (trouble === null) return null;
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `The disk or the object store does not work at present: ${trouble}${cause}. Run the command again.`;
}
