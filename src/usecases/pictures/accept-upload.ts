/**
 * Takes a stranger's image: streamed to disk within its bound, judged and decoded in a child process, kept
 * under an unguessable path. What is refused leaves no file.
 */

import { AppError } from '../../domain/errors.ts';
import { failSentence } from '../../domain/fail-reasons.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { newUploadName } from '../numbers.ts';
import { ImageAttemptLost, type ImageOutcome } from '../ports/image-work.ts';
import type { AcceptedUpload, UploadCall } from '../service.ts';

type UploadDeps = Pick<
  Deps,
  'store' | 'clock' | 'random' | 'settings' | 'scratch' | 'files' | 'uploadImages' | 'log'
>;

/** @throws AppError `body_too_large`, `malformed_request`, `unusable_image`, `unavailable`. */
export async function acceptUpload(deps: UploadDeps, call: UploadCall): Promise<AcceptedUpload> {
  try {
    return await accept(deps, call);
  } catch (error) {
    throw unavailableOnTrouble(error);
  }
}

async function accept(deps: UploadDeps, call: UploadCall): Promise<AcceptedUpload> {
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
        // A photo never takes more space than the largest file that customers may send.
        sizeBytesMax: uploadSizeBytesMax,
      },
      { client },
    );
  } catch (err) {
    if (!(err instanceof ImageAttemptLost)) throw err;
    // The image took its decoder down. Another try would do the same, so it counts as undecodable.
    deps.log.warn({ err, reason: err.reason, requestId }, 'upload lost its decoder');
    return { kind: 'refused', refusal: 'undecodable' };
  }
}

async function keep(
  deps: UploadDeps,
  call: UploadCall,
  localFile: string,
  { size, contentType }: Extract<ImageOutcome, { kind: 'made' }>,
): Promise<AcceptedUpload> {
  const now = deps.clock.now();
  const path = `uploads/${newUploadName(deps.random)}.jpg`;
  // The row first: a crash between the two leaves a row that the sweep removes, never a file without one.
  await deps.store.transaction((tx) =>
    tx.uploads.insert({
      path,
      file: path,
      ownerId: call.caller.kind === 'user' ? call.caller.userId : null,
      widthPx: size.widthPx,
      heightPx: size.heightPx,
      createdAt: now,
      keptUntil: now + deps.settings.uploadKeptMs,
    }),
  );
  await deps.files.put(path, localFile, contentType);
  return { path, widthPx: size.widthPx, heightPx: size.heightPx };
}
