/** Explains a failure of a local command in one sentence, if the operator can correct the cause. */

import { startFailure } from '../../src/main/start-failure.ts';
import { machineTroubleOf } from '../../src/usecases/ports/machine-trouble.ts';

/** @returns null for an error of the program, which needs its stack trace. */
export function explainFailure(error: unknown): string | null {
  const sentence = startFailure(error);
  if (sentence !== null) return sentence;
  const trouble = machineTroubleOf(error);
  if (trouble === null) return null;
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `The disk or the object store does not work at present: ${trouble}${cause}. Run the command again.`;
}
