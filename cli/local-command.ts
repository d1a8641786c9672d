/** Runs a command that works on this machine with the parts of the service, and explains its failures. */

import { CommandError, exitCodes } from './exit-codes.ts';

/** @throws CommandError with one sentence, if the operator can correct the cause. */
export async function runLocally<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { explainFailure } = await import('./local/explain-failure.ts');
    const explanation = explainFailure(error);
    if (explanation === null) throw error;
    const { sentence, isWrongArgument } = explanation;
    throw new CommandError(isWrongArgument ? exitCodes.usage : exitCodes.refused, sentence, { cause: error });
  }
}
