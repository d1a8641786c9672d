/** Decides whether a caller may use an upload, for an order and for a photo check. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Caller } from '../callers/caller.ts';
import type { Upload } from './upload-store.ts';

/**
 * An upload of a user may be used only by this user, and an upload of a guest by every caller who knows its
 * path.
 * @param name the name of the parameter that contains the path
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
