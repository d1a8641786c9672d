/**
 * Accepts an upload: streams it to disk up to the size limit, lets an image process decode and check it, and stores the
 * result at an unguessable path. A refused upload leaves no file.
 */

import { AppError } from '../../domain/errors.ts';
import { failSentence } from '../../domain/fail-reasons.ts';
import { holdCaller } from '../callers/hold-caller.ts';
import { invalidToken } from '../callers/invalid-token.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { ImageAttemptLost, type ImageOutcome } from '../ports/image-work.ts';
import { newUploadName } from '../public-ids.ts';
import type { AcceptedUpload, UploadCall } from '../service.ts';
import { putPhoto, requirePhotoRoom } from './photo-link.ts';

type UploadDeps = Pick<
  Deps,
  'store' | 'clock' | 'random' | 'settings' | 'scratch' | 'files' | 'uploadImages' | 'log' | 'seals' | 'links'
>;

/**
 * @throws AppError `body_too_large`, `malformed_request`, `unusable_image`, `link_expired`, `unavailable`,
 * `invalid_credential` (the caller was erased in the meantime).
 */
export async function acceptUpload(deps: UploadDeps, call: UploadCall): Promise<AcceptedUpload> {
  try {
    return await accept(deps, call);
  } catch (error) {
    throw unavailableOnTrouble(error);
  }
}

async function accept(deps: UploadDeps, call: UploadCall): Promise<AcceptedUpload> {
  if (call.photoLink !== undefined) await requirePhotoRoom(deps, call.photoLink);
  const received = await deps.scratch.receive(call.source, deps.settings.uploadSizeBytesMax);
  const normalised = deps.scratch.newPath('.jpg');
  try {
    const outcome = await normalise(deps, received, normalised, call);
    if (outcome.kind === 'refused') {
      throw new AppError('unusable_image', failSentence(outcome.refusal), { reason: outcome.refusal });
    }
    if (outcome.kind === 'unavailable') {
      deps.log.warn({ ...outcome, requestId: call.requestId }, 'upload could not be processed');
      throw imagesUnavailable(outcome);
    }
    return await keep(deps, call, normalised, outcome);
  } finally {
    await deps.scratch.remove(received);
    await deps.scratch.remove(normalised);
  }
}

async function normalise(
  deps: UploadDeps,
  sourceFile: string,
  targetFile: string,
  { client, requestId }: UploadCall,
): Promise<ImageOutcome> {
  const { uploadPixelsMax, uploadSizeBytesMax } = deps.settings;
  try {
    return await deps.uploadImages.run(
      {
        kind: 'normalise',
        sourceFile,
        targetFile,
        pixelsMax: uploadPixelsMax,
        // Limits a stored photo to the size of the largest file that customers may send.
        sizeBytesMax: uploadSizeBytesMax,
      },
      { client },
    );
  } catch (err) {
    if (!(err instanceof ImageAttemptLost)) throw err;
    // The image made its decoder crash or hang. A retry would end in the same way, so the image counts as
    // undecodable.
    deps.log.warn({ err, reason: err.reason, requestId }, 'image process ended while decoding an upload');
    return { kind: 'refused', refusal: 'undecodable' };
  }
}

async function keep(
  deps: UploadDeps,
  call: UploadCall,
  localFile: string,
  { size, contentType }: Extract<ImageOutcome, { kind: 'made' }>,
): Promise<AcceptedUpload> {
  // The link may have ended while the photo was received and decoded.
  if (call.photoLink !== undefined) await requirePhotoRoom(deps, call.photoLink);
  const now = deps.clock.now();
  const path = `uploads/${newUploadName(deps.random)}.jpg`;
  // Insert the row before the file: after a crash, a row without a file is purged, but a file without a row would
  // stay. A photo that is sent with a photo link has no owner, because the order form that receives the photo may
  // belong to another user than the device that sends it.
  const isOwned = call.caller.kind === 'user' && call.photoLink === undefined;
  await deps.store.transaction(async (tx) => {
    if (call.photoLink === undefined) await holdCaller(tx, call.caller);
    await tx.uploads.insert({
      path,
      file: path,
      ownerId: isOwned ? call.caller.userId : null,
      widthPx: size.widthPx,
      heightPx: size.heightPx,
      createdAt: now,
      keptUntil: now + deps.settings.uploadKeptMs,
    });
  });
  await deps.files.put(path, localFile, contentType);
  if (call.photoLink !== undefined) await handOver(deps, call.photoLink, path);
  if (isOwned && (await deps.store.read.uploads.byPath(path)) === undefined) {
    // An erasure has removed the row while the file was being stored.
    await deps.files.remove(path);
    throw invalidToken();
  }
  return { path, widthPx: size.widthPx, heightPx: size.heightPx };
}

/**
 * Assigns the upload to the photo link, only after its file is stored: the order form that waits for the photo fetches
 * it at once.
 */
async function handOver(deps: UploadDeps, photoLink: string, path: string): Promise<void> {
  try {
    await deps.store.transaction((tx) => putPhoto(deps, tx, photoLink, path));
  } catch (error) {
    // The link has ended, so the order form never learns the path. The row without a file is purged after a day. After
    // another error the link may have the path, so the file stays.
    if (error instanceof AppError) await deps.files.remove(path);
    throw error;
  }
}
