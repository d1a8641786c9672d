/** The error of a token that is not valid, or not valid any more. */

import { AppError } from '../../domain/errors.ts';

export function invalidToken(): AppError {
  return new AppError('invalid_credential', 'The token is not valid.', { reason: 'invalid_token' });
}
