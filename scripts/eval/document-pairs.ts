/**
 * Makes the photo of one source for one document as the service does after payment, measures it, and checks the source
 * as before payment. Part of the evaluation of documents.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DocumentRule } from '../../src/domain/documents/document-rule.ts';
import { fileAndHeadLineNames, judgePhoto, type ReportLine } from '../../src/domain/documents/judge-photo.ts';
import type { PhotoMeasures } from '../../src/domain/documents/photo-measures.ts';
import type { OrderDetails } from '../../src/domain/goods/parameters.ts';
import { photoSpecOf } from '../../src/domain/goods/photo-details.ts';
import { checkPhoto } from '../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../src/imaging/tasks/make-id-photo.ts';
import { measureJpeg } from '../../src/imaging/tasks/measure-file.ts';
import { sizedIdPhotoProcessor } from '../../src/usecases/pictures/processors/id-photo.ts';
import { ruleRefusal } from '../../src/usecases/pictures/rule-refusal.ts';
import type { ImageOutcome } from '../../src/usecases/ports/image-work.ts';
import type { DocumentResult } from './document-results.ts';
import type { SharedPhoto } from './shared-photo.ts';

const settings = { colouriserFile: null, mattingNet: null, reportsMemory: false };
/** The photos of the set are small. They are enlarged to this longer side. */
const longerSidePx = 1600;
/**
 * One of this many sold pairs is also checked as before payment, to find photos that the check refuses although they
 * can be sold. All pairs that miss their rule are checked; of photos that are only cropped, one of this many.
 */
const checkedOneOf = 5;
/** One of this many pairs is also made by the task of the service. */
const comparedOneOf = 25;

export const pairOf = ({ photo, rule }: { readonly photo: string; readonly rule: string }) =>
  `${photo} ${rule}`;

export function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

export interface Pair {
  readonly make: SharedPhoto;
  readonly sourceFile: string;
  readonly photo: string;
  readonly rule: DocumentRule;
  readonly folder: string;
}

/**
 * Makes the photo as the service does after payment. If the photo cannot be delivered, it also runs the check that the
 * service makes before payment, unless the check runs the functions that refused the photo with the same values.
 */
export async function sell(pair: Pair): Promise<DocumentResult> {
  const { make, photo, rule } = pair;
  const details: OrderDetails = { document: rule.id };
  const spec = photoSpecOf(details);
  const isPhotographed = spec.background === 'photographed';
  const hash = hashOf(pairOf({ photo, rule: rule.id }));
  const made = await make(spec);
  const jpeg = 'jpeg' in made ? made.jpeg : null;
  const compared = hash % comparedOneOf === 1 ? { isSame: await isMadeByTask(pair, details, jpeg) } : {};
  const again = 'jpeg' in made ? { isCroppedAgain: made.isCroppedAgain } : {};
  const result = { photo, rule: rule.id, isPhotographed, ...again, ...compared };
  const undelivered = { ...result, outcome: 'undelivered', missed: [], outside: [] } as const;
  if ('reason' in made) {
    const { reason, isSettled } = made;
    return { ...undelivered, reason, checked: isSettled ? reason : await check(pair, details) };
  }
  const lines = judgePhoto(rule, await measuresOf(made.jpeg), { isPhotographed });
  const reason = ruleRefusal(lines, isPhotographed);
  const isChecked = hash % checkedOneOf === 0;
  if (reason !== null) {
    const missed = lines.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name);
    // The check of a photo that is only cropped measures the same file, so a sample is enough.
    const isSettled = isPhotographed && !isChecked;
    return { ...undelivered, reason, missed, checked: isSettled ? reason : await check(pair, details) };
  }
  return {
    ...result,
    outcome: 'sold',
    reason,
    missed: [],
    outside: outsideOf(lines),
    ...(isChecked ? { checked: await check(pair, details) } : {}),
  };
}

/** Documents with the same photo share its file, which is measured once. */
const measured = new WeakMap<Uint8Array, Promise<PhotoMeasures>>();

function measuresOf(jpeg: Uint8Array): Promise<PhotoMeasures> {
  const measures = measured.get(jpeg) ?? measureJpeg(jpeg);
  measured.set(jpeg, measures);
  return measures;
}

/** @returns the reason for which the check before payment refuses the photo; null: it does not refuse. */
async function check({ rule, sourceFile }: Pair, details: OrderDetails): Promise<string | null> {
  const task = sizedIdPhotoProcessor.check(details, sourceFile, { withPreview: false }, (id) =>
    id === rule.id ? rule : undefined,
  );
  const verdict = await checkPhoto(task, settings);
  if (verdict.refusal !== null || verdict.measures === undefined) return verdict.refusal;
  const isPhotographed = photoSpecOf(details).background === 'photographed';
  return ruleRefusal(judgePhoto(rule, verdict.measures, { isPhotographed }), isPhotographed);
}

/** Whether the task of the service makes the same file; without a file, whether the task refuses the photo too. */
async function isMadeByTask(
  { sourceFile, folder }: Pair,
  details: OrderDetails,
  jpeg: Uint8Array | null,
): Promise<boolean> {
  const targetFile = join(folder, 'target.jpg');
  const outcome = await makeByTask({ sourceFile, targetFile }, details);
  if (outcome.kind !== 'made' || jpeg === null) return outcome.kind !== 'made' && jpeg === null;
  return (await readFile(targetFile)).equals(jpeg);
}

/** Makes the photo as the service does after payment. */
export function makeByTask(
  files: { readonly sourceFile: string; readonly targetFile: string },
  details: OrderDetails,
): Promise<ImageOutcome> {
  const { size, background, isCorrected, fileWindow } = photoSpecOf(details);
  const window = fileWindow === null ? {} : { fileWindow };
  return makeIdPhoto(
    { kind: 'id_photo', ...files, size, background, isCorrected, ...window },
    () => {},
    settings,
  );
}

/** Writes the photo so large that it is large enough for the sizes of all documents. */
export async function enlarge(file: string, target: string): Promise<void> {
  await sharp(file)
    .rotate()
    .resize({ width: longerSidePx, height: longerSidePx, fit: 'inside' })
    .jpeg({ quality: 95 })
    .toFile(target);
}

/** The names of the lines about the file and the head whose values are outside the range of the rule, without tolerance. */
function outsideOf(lines: readonly ReportLine[]): string[] {
  return lines
    .filter(({ name, value, min, max }) => {
      if (!fileAndHeadLineNames.some((strict) => strict === name) || value === null) return false;
      return (min !== null && value < min) || (max !== null && value > max);
    })
    .map(({ name }) => name);
}
