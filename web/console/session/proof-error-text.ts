/** Texts for errors of a sign-in and of the confirmation of one's identity. */

import { ApiError } from '../../shared/api/api-error.ts';
import { errorText, retryAfterSeconds } from '../format/error-text.ts';
import { words } from '../texts/words.ts';
import { PasskeyCancelled } from './passkeys.ts';

export function proofErrorText(error: unknown): string {
  const { t } = words();
  if (error instanceof PasskeyCancelled) return t.secondFactor.passkeyCancelled;
  if (error instanceof ApiError && error.status === 429) {
    return t.account.tooManyAttempts(retryAfterSeconds(error));
  }
  return errorText(error);
}
