/**
 * Shows an operator the effect of a document's rule: makes a photo of a sample face by the rule, and compares the
 * photo with the rule.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { judgePhoto, type ReportLine } from '../../domain/documents/judge-photo.ts';
import { type PhotoMark, photoMarksOf } from '../../domain/documents/photo-marks.ts';
import { AppError } from '../../domain/errors.ts';
import { photoSpecOf } from '../../domain/goods/photo-details.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { ImageAttemptLost, type ImageRefusal } from '../ports/image-work.ts';

type PreviewDeps = Pick<Deps, 'uploadImages' | 'scratch' | 'log'> & {
  /** Writes the photo of the sample face to a new file. */
  copySampleFace(targetFile: string): Promise<void>;
};

export interface DocumentPreview {
  /** Why no photo by this rule can be made from the sample face; null if one can be made. */
  readonly refusal: ImageRefusal | null;
  /** A WebP in base64, with alpha if the background is replaced. */
  readonly preview: string | null;
  readonly lines: readonly ReportLine[];
  readonly marks: readonly PhotoMark[];
}

const retryAfterS = 5;

/** @throws AppError `forbidden`, `unavailable`. */
export async function previewDocument(
  deps: PreviewDeps,
  caller: OperatorCaller,
  rule: DocumentRule,
): Promise<DocumentPreview> {
  requirePermission(caller, 'goods_change');
  const { size, background, fileWindow } = photoSpecOf({ document: rule.id }, () => rule);
  const isPhotographed = background === 'photographed';
  const sourceFile = deps.scratch.newPath('.jpg');
  try {
    await deps.copySampleFace(sourceFile);
    const task = { kind: 'check', sourceFile, idPhoto: size, withPreview: true, withMeasures: true } as const;
    const result = await deps.uploadImages.check(
      {
        ...task,
        background,
        ...(isPhotographed ? { isCropOnly: true } : {}),
        ...(fileWindow === null ? {} : { fileWindow }),
      },
      { client: caller.operator.name, isExtra: true },
    );
    if (result.kind === 'unavailable') throw imagesUnavailable(result);
    const { refusal, preview, measures } = result;
    if (measures === undefined) return { refusal, preview, lines: [], marks: [] };
    const lines = judgePhoto(rule, measures, { isPhotographed });
    return { refusal, preview, lines, marks: photoMarksOf(rule, measures) };
  } catch (error) {
    if (!(error instanceof ImageAttemptLost)) throw unavailableOnTrouble(error);
    deps.log.warn(
      { err: error, reason: error.reason },
      'the image process ended while it made the preview of a document',
    );
    throw new AppError('unavailable', 'The preview could not be made. Please try again.', { retryAfterS });
  } finally {
    await deps.scratch.remove(sourceFile);
  }
}
