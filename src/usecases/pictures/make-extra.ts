/**
 * Makes one free extra of a finished ID photo and stores it beside the result. A job removes the file together with the
 * result. The order may be erased, or its result may expire or be replaced, while the extra is made; then the file is
 * removed at once.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { AppError } from '../../domain/errors.ts';
import { failSentence } from '../../domain/fail-reasons.ts';
import type { FindDocument, PhotoSpec } from '../../domain/goods/photo-details.ts';
import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { FileMissing } from '../ports/file-store.ts';
import {
  ImageAttemptLost,
  type ImageOutcome,
  type ImageRefusal,
  type ImageTask,
} from '../ports/image-work.ts';
import { unownedKeptMs } from './make-picture.ts';
import { missedRule } from './missed-rule.ts';
import { removeFileJob } from './remove-file-job.ts';
import { uploadExpired } from './usable-upload.ts';
import { withAiLabel } from './with-ai-label.ts';

export type ExtraDeps = Pick<
  Deps,
  'store' | 'clock' | 'random' | 'files' | 'scratch' | 'orderImages' | 'settings' | 'log'
>;

const retryAfterS = 5;
/** The refusals of a photo that does not meet the rule of its document. */
const ruleRefusals: readonly ImageRefusal[] = [
  'rule_missed',
  'background_not_allowed',
  'file_size_impossible',
];
const systemCause = { actor: system, requestId: null } as const;

/** A paid and finished ID photo with its result file. */
export interface DonePhoto {
  readonly order: Order;
  readonly spec: PhotoSpec;
  readonly findDocument: FindDocument;
  readonly file: string;
  readonly until: Instant;
}

export interface Extra {
  /** The key of the file from which the extra is made. */
  readonly source: string;
  /** The key of the file to make. */
  readonly file: string;
  readonly client: string;
  /** What the extra must meet; null: it is no photo for an office. */
  readonly judgedAs: Pick<PhotoSpec, 'rule' | 'background'> | null;
}

/** @throws AppError `unusable_image`, `unavailable`, `upload_expired`, `result_expired` */
export async function makeExtra(
  deps: ExtraDeps,
  photo: DonePhoto,
  { source, file, client, judgedAs }: Extra,
  taskOf: (files: { readonly sourceFile: string; readonly targetFile: string }) => ImageTask,
): Promise<void> {
  if ((await deps.files.get(file)) !== undefined) return;
  const sourceFile = deps.scratch.newPath('.jpg');
  const targetFile = deps.scratch.newPath('.jpg');
  try {
    await deps.files.fetchTo(source, sourceFile);
    const options = { client, isExtra: true };
    const task = withAiLabel(deps, taskOf({ sourceFile, targetFile }));
    const outcome = await deps.orderImages.run(task, options);
    if (outcome.kind !== 'made') throw notMade(deps, photo, judgedAs, outcome);
    const missed = judgedAs === null ? null : await missedRule(deps, judgedAs, targetFile, options);
    if (missed !== null) throw notMade(deps, photo, judgedAs, missed);
    await keep(deps, photo, { file, targetFile, contentType: outcome.contentType });
  } catch (error) {
    if (error instanceof FileMissing) throw uploadExpired();
    if (!(error instanceof ImageAttemptLost)) throw unavailableOnTrouble(error);
    deps.log.warn(
      { err: error, reason: error.reason, orderId: photo.order.id },
      'image process ended while making an extra picture',
    );
    throw new AppError('unavailable', 'The picture could not be made. Please try again.', {
      retryAfterS,
    });
  } finally {
    await deps.scratch.remove(sourceFile);
    await deps.scratch.remove(targetFile);
  }
}

function notMade(
  { log }: ExtraDeps,
  { order }: DonePhoto,
  judgedAs: Extra['judgedAs'],
  outcome: Exclude<ImageOutcome, { readonly kind: 'made' }>,
): AppError {
  if (outcome.kind === 'refused') {
    const rule = judgedAs?.rule ?? null;
    if (rule !== null && ruleRefusals.includes(outcome.refusal)) return colourMissesRule(rule);
    return new AppError('unusable_image', failSentence(outcome.refusal), { reason: outcome.refusal });
  }
  log.warn({ ...outcome, orderId: order.id }, 'extra picture could not be made');
  return imagesUnavailable(outcome);
}

/**
 * The customer has paid for the photo, and it meets the rule on the ordered background. So the error is about the
 * colour, and does not ask for another photo.
 */
function colourMissesRule({ names }: DocumentRule): AppError {
  const detail = `On this background, the photo does not meet the rule of the document “${names.en}”. The ordered photo and the other backgrounds are not affected.`;
  return new AppError('unusable_image', detail, { reason: 'colour_misses_rule' });
}

/**
 * Stores the file. Until the order is known to have the same result still, the file is to be removed soon, so that neither
 * a crash nor an erasure at the same time leaves a file that no job removes.
 */
async function keep(
  deps: ExtraDeps,
  photo: DonePhoto,
  made: { readonly file: string; readonly targetFile: string; readonly contentType: string },
): Promise<void> {
  const { file } = made;
  await removeAt(deps, file, async ({ clock }) => clock.now() + unownedKeptMs);
  await deps.files.put(file, made.targetFile, made.contentType);
  const until = await removeAt(deps, file, async ({ tx, clock }) => {
    const order = await tx.orders.lockById(photo.order.id);
    const { resultFile, resultUntil } = order?.deal.status === 'done' ? order.deal : noResult;
    return resultFile === photo.file && resultUntil !== null ? resultUntil : clock.now();
  });
  if (until <= deps.clock.now()) throw resultExpired();
}

const noResult = { resultFile: null, resultUntil: null } as const;

/** Sets the time of the job that removes the file. @returns the time. */
function removeAt(deps: ExtraDeps, file: string, timeOf: (act: Act) => Promise<Instant>): Promise<Instant> {
  return perform(deps, systemCause, async (act) => {
    const runAt = await timeOf(act);
    await removeFileJob.cancel(act, file);
    await removeFileJob.enqueue(act, file, {}, { runAt });
    return runAt;
  });
}

export function resultExpired(): AppError {
  return new AppError('result_expired', 'The picture has been deleted because its storage time is over.');
}
