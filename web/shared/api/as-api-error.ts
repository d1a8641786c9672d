/** The error of a call, from anything that was thrown. */

import { ApiError } from '../../../client/src/api-error.ts';

/** Turns anything that was thrown into an error that a page can show. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError({ code: 'internal', status: 0 });
}
