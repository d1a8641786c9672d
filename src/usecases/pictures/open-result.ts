/** Opens a stored result for a request with a valid link. */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import { unavailableOnTrouble } from '../images-unavailable.ts';
import type { FileStore, StoredFile } from '../ports/file-store.ts';

/**
 * @throws AppError `unknown_file` (the link is forged), `link_expired`, `result_expired` (the file was purged),
 * `unavailable`.
 */
export async function openResult(
  deps: Pick<Deps, 'links' | 'clock' | 'files'>,
  file: string,
  expiresAt: string,
  signature: string,
): Promise<StoredFile> {
  switch (deps.links.judge(file, expiresAt, signature, deps.clock.now())) {
    case 'forged':
      throw new AppError('unknown_file', 'There is no file at this address.');
    case 'expired':
      throw new AppError('link_expired', 'This link has expired. Fetch the order again for a new link.');
    case 'valid': {
      const stored = await find(deps.files, file);
      // The signature is valid, so the file existed and has been purged.
      if (stored === undefined)
        throw new AppError(
          'result_expired',
          'The picture has been deleted because its storage time is over.',
        );
      return stored;
    }
  }
}

/** @throws AppError `unavailable` when the store cannot be reached. */
async function find(files: FileStore, file: string): Promise<StoredFile | undefined> {
  try {
    return await files.get(file);
  } catch (error) {
    throw unavailableOnTrouble(error);
  }
}
