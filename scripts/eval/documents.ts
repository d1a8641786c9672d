/**
 * Evaluates photos for documents as the service sells them. Each photo of the set is made into a photo for each rule
 * and measured. If it cannot be delivered, the check before payment should have refused it. The result of each pair of
 * photo and rule is one line of a file, so that a stopped evaluation can continue later. The pairs of good portraits
 * come first; otherwise the order is random but the same in every run, so that any part of the results is a random
 * sample.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { DocumentRule } from '../../src/domain/documents/document-rule.ts';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { judgePhoto, type ReportLine } from '../../src/domain/documents/judge-photo.ts';
import type { OrderDetails } from '../../src/domain/goods/parameters.ts';
import { photoSpecOf } from '../../src/domain/goods/photo-details.ts';
import { checkPhoto } from '../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../src/imaging/tasks/make-id-photo.ts';
import { measureFile } from '../../src/imaging/tasks/measure-file.ts';
import { sizedIdPhotoProcessor } from '../../src/usecases/pictures/processors/id-photo.ts';
import { ruleRefusal } from '../../src/usecases/pictures/rule-refusal.ts';
import { type DocumentResult, parseResult, printDocuments } from './document-results.ts';
import { portraitLabels } from './portrait-labels.ts';

const settings = { colouriserFile: null, mattingNet: null, reportsMemory: false };
/**
 * The photos of the set are small. They are enlarged to this longer side, so that they are large enough for the sizes
 * of all documents.
 */
const longerSidePx = 1600;
/** The refusals that do not depend on the rule: after one of them, the photo is not made for further rules. */
const refusalsOfAnyRule: ReadonlySet<string> = new Set([
  'no_face',
  'several_faces',
  'face_turned',
  'eyes_closed',
]);
/**
 * One of this many sold pairs is also checked as before payment, to find photos that the check refuses although they
 * can be sold.
 */
const checkedOneOf = 5;

export async function evalDocuments(photos: readonly string[], resultsFile: string): Promise<void> {
  const results = existsSync(resultsFile)
    ? (await readFile(resultsFile, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map(parseResult)
    : [];
  const done = new Set(results.map(pairOf));
  const decided = new Map(
    results
      .filter(({ reason }) => reason !== null && refusalsOfAnyRule.has(reason))
      .map((result) => [result.photo, result]),
  );
  const pairs = photos
    .flatMap((file) => documentRules.map((rule) => ({ file, photo: basename(file), rule })))
    .sort((one, other) => Number(isGood(other)) - Number(isGood(one)) || orderOf(one) - orderOf(other));
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  try {
    for (const { file, photo, rule } of pairs) {
      if (isStopped) break;
      if (done.has(pairOf({ photo, rule: rule.id }))) continue;
      const known = decided.get(photo);
      const result =
        known === undefined ? await sell({ file, photo, rule, folder }) : { ...known, rule: rule.id };
      if (result.reason !== null && refusalsOfAnyRule.has(result.reason)) decided.set(photo, result);
      results.push(result);
      await appendFile(resultsFile, `${JSON.stringify(result)}\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printDocuments(results, pairs.length);
}

const pairOf = ({ photo, rule }: { readonly photo: string; readonly rule: string }) => `${photo} ${rule}`;

function orderOf({ photo, rule }: { readonly photo: string; readonly rule: DocumentRule }): number {
  return createHash('sha256')
    .update(pairOf({ photo, rule: rule.id }))
    .digest()
    .readUInt32BE(0);
}

function isGood({ photo }: { readonly photo: string }): boolean {
  return Object.values(portraitLabels).some((photos) => photos.has(Number.parseInt(photo, 10)));
}

interface Pair {
  readonly file: string;
  readonly photo: string;
  readonly rule: DocumentRule;
  readonly folder: string;
}

/**
 * Makes the photo as the service does after payment. If the photo cannot be delivered, it also runs the check that the
 * service makes before payment.
 */
async function sell({ file, photo, rule, folder }: Pair): Promise<DocumentResult> {
  const [sourceFile, targetFile] = [join(folder, photo), join(folder, 'target.jpg')];
  if (!existsSync(sourceFile)) await enlarge(file, sourceFile);
  const details: OrderDetails = { document: rule.id };
  const spec = photoSpecOf(details);
  const isPhotographed = spec.background === 'photographed';
  const window = spec.fileWindow === null ? {} : { fileWindow: spec.fileWindow };
  const { size, background, isCorrected } = spec;
  const task = {
    kind: 'id_photo',
    sourceFile,
    targetFile,
    size,
    background,
    isCorrected,
    ...window,
  } as const;
  const outcome = await makeIdPhoto(task, () => {}, settings);
  const checked = async (): Promise<string | null> => {
    const check = sizedIdPhotoProcessor.check(details, sourceFile, false, (id) =>
      id === rule.id ? rule : undefined,
    );
    const verdict = await checkPhoto(check, settings);
    if (verdict.refusal !== null || verdict.measures === undefined) return verdict.refusal;
    return ruleRefusal(judgePhoto(rule, verdict.measures, { isPhotographed }));
  };
  const pair = { photo, rule: rule.id, isPhotographed };
  if (outcome.kind !== 'made') {
    const reason = outcome.kind === 'refused' ? outcome.refusal : outcome.cause;
    return { ...pair, outcome: 'undelivered', reason, missed: [], outside: [], checked: await checked() };
  }
  const { measures } = await measureFile({ kind: 'measure', sourceFile: targetFile });
  const lines = judgePhoto(rule, measures, { isPhotographed });
  const missed = lines.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name);
  const reason = ruleRefusal(lines);
  if (reason !== null) {
    return { ...pair, outcome: 'undelivered', reason, missed, outside: [], checked: await checked() };
  }
  const isChecked = orderOf({ photo, rule }) % checkedOneOf === 0;
  const outside = outsideOf(lines);
  return {
    ...pair,
    outcome: 'sold',
    reason,
    missed,
    outside,
    ...(isChecked ? { checked: await checked() } : {}),
  };
}

async function enlarge(file: string, target: string): Promise<void> {
  await sharp(file)
    .rotate()
    .resize({ width: longerSidePx, height: longerSidePx, fit: 'inside' })
    .jpeg({ quality: 95 })
    .toFile(target);
}

/**
 * The names of the lines about the file and the head whose values are outside the range of the rule, without any
 * tolerance.
 */
function outsideOf(lines: readonly ReportLine[]): string[] {
  const strict = [
    'width_px',
    'height_px',
    'dpi',
    'file_size',
    'head',
    'eyes_above_bottom',
    'above',
    'face_width',
  ];
  return lines
    .filter(({ name, value, min, max }) => {
      if (!strict.includes(name) || value === null) return false;
      return (min !== null && value < min) || (max !== null && value > max);
    })
    .map(({ name }) => name);
}
