/** Whether a caller may use an upload: one rule for orders and for the check before them. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Caller } from '../callers/caller.ts';

import type { Upload } from './upload-store.ts';

/**
 * "A signed-in user's upload serves only that user; a guest's serves whoever holds its path."
 * @param name the parameter that held the path
 * @throws AppError `invalid_parameters`, `upload_expired`
 */
export function requireUsable(
  upload: Upload | undefined,
  { caller, name, now }: { readonly caller: Caller; readonly name: string; readonly now: Instant },
): Upload {
  const mine = upload?.ownerId === null || (caller.kind === 'user' && upload?.ownerId === caller.userId);
  if (upload === undefined || !mine)
    throw invalidParameter(name, 'unknown_upload', 'There is no such upload.');
  if (upload.keptUntil <= now) throw uploadExpired();
  return upload;
}

export function uploadExpired(): AppError {
  return new AppError('upload_expired', 'The uploaded photo has expired. Please upload it again.');
}
