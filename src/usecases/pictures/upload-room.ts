/**
 * Refuses uploads while the disk is nearly full, so that the database has space for orders, payments and
 * notifications. Uploads take most of the space, and a customer can upload again later.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';

const retryAfterS = 300;

/** @throws AppError `unavailable`: too little space is free on the disk. */
export async function requireUploadRoom({
  diskSpace,
  settings,
}: Pick<Deps, 'diskSpace' | 'settings'>): Promise<void> {
  const { freeBytes } = await diskSpace();
  if (freeBytes >= settings.uploadFreeBytesMin) return;
  throw new AppError('unavailable', 'New photos cannot be stored at the moment. Please try again later.', {
    reason: 'storage_full',
    retryAfterS,
  });
}
