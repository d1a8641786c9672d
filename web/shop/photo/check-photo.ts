/**
 * Calls `check_photo`, which checks before the payment whether a good can be made from an upload. A check
 * that fails must not keep a customer from ordering, so nothing here throws.
 */

import { ApiError } from '../../../client/src/api-error.ts';
import { pauseByTimer } from '../../../client/src/repeat-call.ts';
import type { Answer } from '../../shared/api/call.ts';
import type { PhotoMarks } from '../../shared/rule-lines.tsx';
import { callOperation } from '../api/call.ts';
import { connection } from '../api/connection.ts';
import { type Crop, type Damage, type Good, isOldPhoto, type ReportLine } from '../api/types.ts';

/** The comparison of the photo with the rule of its document. */
export interface Report {
  readonly lines: readonly ReportLine[];
  readonly marks: PhotoMarks;
}

/** The details of an order that affect the verdict, besides the photo. */
export type CheckParameters = Readonly<Record<string, string | number>>;

type CheckAnswer = Answer<'check_photo'>;

export type PhotoVerdict =
  | {
      readonly kind: 'good';
      /** The codes of the photo's weaknesses that do not prevent an order. */
      readonly warnings: readonly CheckAnswer['warnings'][number]['code'][];
      /**
       * A `data:` URL: the person of the ID photo with a transparent background, or the small coloured or restored
       * photo; null without a preview.
       */
      readonly preview: string | null;
      /** Where the preview of an ID photo lies in the photo; null for other goods, and without a preview. */
      readonly crop: Crop | null;
      /** The damage that a restoration mends; null for other goods, and without a preview. */
      readonly damage: Damage | null;
      /** Whether a restoration can enlarge the photo; null for other goods. */
      readonly canEnlarge: boolean | null;
      /** The report of a document; null without one. */
      readonly report: Report | null;
    }
  | {
      readonly kind: 'bad';
      /** A code for `photoWord`; null when the service sent none. */
      readonly reason: string | null;
      /**
       * The photo that would be made; present if the photo breaks only the rule of its document, and if the cut-out
       * failed.
       */
      readonly preview: string | null;
      /** See above. */
      readonly crop: Crop | null;
      /** See above. */
      readonly canEnlarge: boolean | null;
      readonly report: Report | null;
      /** The sizes at which the photo works; empty unless only the chosen size is refused. */
      readonly sizes: readonly string[];
    }
  /** The service has deleted the upload, because its storage time is over. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

/** The longest `Retry-After` for which a check waits. */
const waitMsMax = 8_000;

/** Warnings that are not shown with a report, because a line of the report says the same. */
const reported: ReadonlySet<string> = new Set([
  'eyes_nearly_closed',
  'looking_away',
  'head_tilted',
  'soft_focus',
  'too_dark',
  'harsh_light',
]);

function verdictOf(answer: CheckAnswer, isSized: boolean): PhotoVerdict {
  const {
    ok,
    reason,
    sizes,
    warnings,
    preview,
    crop,
    damage,
    can_enlarge: canEnlarge,
    report: lines,
    marks,
  } = answer;
  const report = lines === null ? null : { lines, marks };
  if (!ok) {
    const better = isSized ? (sizes ?? []) : [];
    return { kind: 'bad', reason, preview, crop, canEnlarge, report, sizes: better };
  }
  const codes = warnings.map(({ code }) => code);
  return {
    kind: 'good',
    warnings: report === null ? codes : codes.filter((code) => !reported.has(code)),
    ...{ preview, crop, damage, canEnlarge, report },
  };
}

/** How a call is repeated while the service is busy. */
export interface Patience {
  /** The number of repetitions, each after the wait that the service asks for. */
  readonly waitsMax: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

async function whenNotBusy<T>(call: () => Promise<T>, { waitsMax, signal }: Patience): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
    if (waitMs === null || waitMs > waitMsMax || waitsMax === 0) throw error;
    await pauseByTimer(waitMs, signal);
    return whenNotBusy(call, { waitsMax: waitsMax - 1, signal });
  }
}

/**
 * Call it only if the service offers the check (`photo_check` of the configuration). @param parameters what the
 * customer has chosen; empty for a colourisation. @returns `unknown` if the service stays busy or does not respond.
 */
export async function checkPhoto(
  good: Good,
  path: string,
  parameters: CheckParameters,
  patience: Patience,
): Promise<PhotoVerdict> {
  try {
    // The preview of an old photo takes seconds, so `oldPhotoPreview` fetches it after the verdict.
    const preview = isOldPhoto(good) ? 0 : 1;
    const body = { ...parameters, goods_id: good.id, path, preview };
    const answer = await whenNotBusy(() => callOperation('check_photo', body), patience);
    return verdictOf(answer, parameters.size !== undefined);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unusable_image') {
      const nothing = { preview: null, crop: null, canEnlarge: null, report: null, sizes: [] };
      return { kind: 'bad', reason: error.reason, ...nothing };
    }
    return { kind: error instanceof ApiError && isGone(error) ? 'gone' : 'unknown' };
  }
}

function isGone({ code, errors }: ApiError): boolean {
  return code === 'upload_expired' || errors.some((field) => field.code === 'unknown_upload');
}

/**
 * The finished ID photo in a larger size with a watermark. @param parameters those of the order, because its background
 * shows. @returns null if there is none, for example because the service stays busy.
 */
export async function largePreview(
  good: Good,
  path: string,
  parameters: CheckParameters,
  patience: Patience,
): Promise<string | null> {
  try {
    const body = { ...parameters, goods_id: good.id, path, large_preview: 1 };
    return (await whenNotBusy(() => callOperation('check_photo', body), patience)).large_preview;
  } catch {
    return null;
  }
}

export type OldPhotoPreview = Pick<Extract<PhotoVerdict, { kind: 'good' }>, 'preview' | 'damage'>;

/**
 * The coloured or restored photo with a watermark, and the damage. @returns null in place of the preview if there is none,
 * for example because the service stays busy.
 */
export async function oldPhotoPreview(
  good: Good,
  path: string,
  parameters: CheckParameters,
  patience: Patience,
): Promise<OldPhotoPreview> {
  try {
    // An enlargement does not show in a preview. Without it, the service returns the preview that it made before.
    const { enlarge: _, ...shown } = parameters;
    const body = { ...shown, goods_id: good.id, path, preview: 1 };
    const { preview, damage } = await whenNotBusy(() => callOperation('check_photo', body), patience);
    return { preview, damage };
  } catch (error) {
    // 503 means that too many previews wait, not that the shop does not respond.
    if (error instanceof ApiError && error.status === 503) connection.noteAnswer();
    return { preview: null, damage: null };
  }
}
