/** Puts together the cryptography of second factors. */

import type { SecondFactorTools } from '../usecases/ports/second-factors.ts';
import type { Random } from '../usecases/ports/tools.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecretSeals } from './secret-seals.ts';

interface ToolOptions {
  /** The keys of `SECRET_KEY`, the current key first. */
  readonly secrets: readonly [string, ...string[]];
  readonly publicUrl: string;
  readonly random: Random;
}

export function createSecondFactorTools({ secrets, publicUrl, random }: ToolOptions): SecondFactorTools {
  return {
    seals: createSecretSeals(secrets, random),
    codes: createOneTimeCodes(random),
    passkeys: createPasskeys(createPasskeyChallenges(secrets, random), publicUrl),
  };
}
