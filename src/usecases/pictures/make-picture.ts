/**
 * Makes one picture: fetches the upload, runs an image process and stores the result. `takeResult` then assigns the
 * result to its order.
 */

import { photoSpecOf } from '../../domain/goods/photo-details.ts';
import { isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, actIn, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { lacksRule, ofPlacedOrder } from '../goods/documents-on-sale.ts';
import { FileMissing } from '../ports/file-store.ts';
import type { ImageOutcome, UnavailableCause } from '../ports/image-work.ts';
import { machineTroubleOf } from '../ports/machine-trouble.ts';
import { newUploadName } from '../public-ids.ts';
import { missedRule } from './missed-rule.ts';
import { findProcessor } from './processors/processors.ts';
import { removeFileJob } from './remove-file-job.ts';
import { uploadPathOf } from './upload-of-order.ts';
import { withAiLabel } from './with-ai-label.ts';

const progressEveryMs = 200;
/**
 * How long a stored result is kept if no order refers to it. Storing a result and committing its order take much less
 * time.
 */
export const unownedKeptMs = 60 * 60_000;
/**
 * How long a picture waits for an upload that the file store does not have, although the upload is not purged. The
 * cause is a mistake in the configuration or the loss of files, and a person may need hours to find and mend it.
 * After this time the customer gets the money back.
 */
const missingUploadWaitMs = 6 * 60 * 60_000;

export type MakeDeps = ActDeps & Pick<Deps, 'files' | 'scratch' | 'orderImages'>;

/** A finished picture in the file store, to which no order refers yet. */
export interface StoredResult {
  readonly resultFile: string;
  /** The time at which the file is removed, unless `takeResult` assigns it to an order before. */
  readonly removeAt: Instant;
}

export type MadePicture =
  | { readonly kind: 'made'; readonly stored: StoredResult }
  /** No picture can be made from this upload; a retry would not help. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The machine could not do the work. Such a run does not count as an attempt. */
  | { readonly kind: 'unavailable'; readonly cause: UnavailableCause; readonly error: string };

/** @param since when the service began to work on the picture. */
export async function makePicture(
  deps: MakeDeps,
  order: Order,
  { since, signal }: { readonly since: Instant; readonly signal: AbortSignal },
): Promise<MadePicture> {
  const processor = findProcessor(order.functName);
  if (processor === undefined) throw new Error(`no processor for ${order.functName}`);
  const findDocument = await ofPlacedOrder(deps.store.read, order.details);
  if (lacksRule(order.details, findDocument)) return { kind: 'refused', reason: 'document_removed' };
  const sourceFile = deps.scratch.newPath('.jpg');
  const targetFile = deps.scratch.newPath('.jpg');
  try {
    const fetched = await fetchUpload(deps, order, sourceFile);
    if (fetched === 'missing' && deps.clock.now() - since < missingUploadWaitMs) {
      return {
        kind: 'unavailable',
        cause: 'storage',
        error: 'storage: the file store does not have the photo',
      };
    }
    if (fetched !== 'fetched') return { kind: 'refused', reason: 'upload_gone' };
    const outcome = await deps.orderImages.run(
      withAiLabel(deps, processor.task(order, sourceFile, targetFile, findDocument)),
      {
        signal,
        onProgress: progressPublisher(deps, order.orderNo),
      },
    );
    if (outcome.kind !== 'made') return notMade(outcome);
    const spec = order.details.document === undefined ? null : photoSpecOf(order.details, findDocument);
    const missed = spec === null ? null : await missedRule(deps, spec, targetFile, { signal });
    if (missed !== null) return notMade(missed);
    return { kind: 'made', stored: await store(deps, targetFile, outcome) };
  } catch (error) {
    const trouble = machineTroubleOf(error);
    if (trouble === null) throw error;
    return { kind: 'unavailable', cause: 'storage', error: `storage: ${trouble}` };
  } finally {
    await deps.scratch.remove(sourceFile);
    await deps.scratch.remove(targetFile);
  }
}

function notMade(outcome: Exclude<ImageOutcome, { kind: 'made' }>): MadePicture {
  if (outcome.kind === 'refused') return { kind: 'refused', reason: outcome.refusal };
  const { cause, detail } = outcome;
  return { kind: 'unavailable', cause, error: `${cause}: ${detail}` };
}

/** @returns `missing` when the file store does not have the file of an upload that has not been purged. */
async function fetchUpload(
  deps: MakeDeps,
  order: Order,
  localFile: string,
): Promise<'fetched' | 'purged' | 'missing'> {
  const path = uploadPathOf(order);
  const upload = path === undefined ? undefined : await deps.store.read.uploads.byPath(path);
  if (upload === undefined) return 'purged';
  try {
    await deps.files.fetchTo(upload.file, localFile);
    return 'fetched';
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    throw error;
  }
}

function progressPublisher(
  { clock, store }: Pick<Deps, 'clock' | 'store'>,
  orderNo: string,
): (fraction: number) => void {
  let publishedAt = 0;
  return (fraction) => {
    const now = clock.now();
    if (now - publishedAt < progressEveryMs) return;
    publishedAt = now;
    store.publish({ kind: 'order_progress', orderNo, fraction });
  };
}

async function store(
  deps: MakeDeps,
  localFile: string,
  { contentType }: Extract<ImageOutcome, { kind: 'made' }>,
): Promise<StoredResult> {
  // Each attempt uses a new file name, so that a worker that has lost its lease cannot overwrite the result of
  // another worker.
  const resultFile = `results/${newUploadName(deps.random)}.jpg`;
  // Schedule the removal first, so that a crash leaves no orphaned file.
  const removeAt = deps.clock.now() + unownedKeptMs;
  await deps.store.transaction((tx) =>
    removeFileJob.enqueue(
      actIn(tx, deps, { actor: system, requestId: null }),
      resultFile,
      {},
      { runAt: removeAt },
    ),
  );
  await deps.files.put(resultFile, localFile, contentType);
  return { resultFile, removeAt };
}

/**
 * Assigns the file to the order as its result, so that the file is kept for the retention time of results. The caller
 * holds the order's lock.
 */
export async function takeResult(
  act: Act,
  order: Order,
  { resultFile, removeAt }: StoredResult,
): Promise<{ readonly resultFile: string; readonly resultUntil: Instant }> {
  await removeFileJob.cancel(act, resultFile);
  const at = act.clock.now();
  if (at >= removeAt) throw new Error('the result may have been removed already');
  const resultUntil = at + (await keptMs(act, order));
  // Keep the upload as long as the result, because other background colours of an ID photo are made from it.
  const path = uploadPathOf(order);
  if (path !== undefined) await act.tx.uploads.keep(path, resultUntil);
  return { resultFile, resultUntil };
}

/** Removes the file of a result that is assigned to no order. */
export async function discardResult(act: Act, { resultFile }: StoredResult): Promise<void> {
  await removeFileJob.cancel(act, resultFile);
  await removeFileJob.enqueue(act, resultFile, {}, { runAt: act.clock.now() });
}

async function keptMs({ tx, clock, settings }: Act, order: Order): Promise<number> {
  const user = await tx.members.userById(order.userId);
  const isMemberNow = isMember(user?.memberUntil ?? null, clock.now());
  return isMemberNow ? settings.memberResultKeptMs : settings.resultKeptMs;
}
