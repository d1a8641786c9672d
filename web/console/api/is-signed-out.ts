/** Whether a call failed because the session has ended. */

import { ApiError } from '../../../client/src/api-error.ts';

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
