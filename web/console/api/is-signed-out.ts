/** Whether a call failed because the session has ended. */

import { ApiError } from '../../shared/api/api-error.ts';

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
