/** Converts what a failed call threw to an `ApiError`. */

import { ApiError } from '../../../client/src/api-error.ts';

/**
 * @returns `error` itself if it is an `ApiError`; otherwise an `ApiError` with the code `internal`, which a page
 * can show.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError({ code: 'internal', status: 0 });
}
