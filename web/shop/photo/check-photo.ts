/**
 * Calls `check_photo`, which checks before the payment whether a good can be made from an upload. A check
 * that fails must not keep a customer from ordering, so nothing here throws.
 */

import { ApiError } from '../../../client/src/api-error.ts';
import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import type { Answer } from '../../shared/api/call.ts';
import { callOperation } from '../api/call.ts';
import { connection } from '../api/connection.ts';
import { type Good, kindOf } from '../api/types.ts';

type CheckAnswer = Answer<'check_photo'>;

export type PhotoVerdict =
  | {
      readonly kind: 'good';
      /** The codes of the photo's weaknesses that do not prevent an order. */
      readonly warnings: readonly CheckAnswer['warnings'][number]['code'][];
      /**
       * A `data:` URL: the person of the ID photo with a transparent background, or the small coloured photo; null
       * without a preview.
       */
      readonly preview: string | null;
    }
  /** `reason`: a code for `photoWord`; null when the service sent none. */
  | {
      readonly kind: 'bad';
      readonly reason: string | null;
      /** The sizes at which the photo works; empty unless only the chosen size is refused. */
      readonly sizes: readonly string[];
    }
  /** The service has deleted the upload, because uploads are kept for a day. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

function verdictOf({ ok, reason, sizes, warnings, preview }: CheckAnswer, isSized: boolean): PhotoVerdict {
  if (!ok) return { kind: 'bad', reason, sizes: isSized ? (sizes ?? []) : [] };
  return { kind: 'good', warnings: warnings.map(({ code }) => code), preview };
}

/**
 * Call it only if the service offers the check (`photo_check` of the configuration). @param size the size of
 * the ID photo, for goods that are sold in several sizes; null for other goods.
 */
export async function checkPhoto(
  good: Good,
  path: string,
  size: IdPhotoSizeName | null,
): Promise<PhotoVerdict> {
  try {
    // The preview of a colourisation takes a second, so it follows the verdict.
    const preview = kindOf(good) === 'colourise' ? 0 : 1;
    const body = { goods_id: good.id, path, preview, ...(size === null ? {} : { size }) };
    return verdictOf(await callOperation('check_photo', body), size !== null);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unusable_image') {
      return { kind: 'bad', reason: error.reason, sizes: [] };
    }
    if (error instanceof ApiError && isGone(error)) return { kind: 'gone' };
    return { kind: 'unknown' };
  }
}

function isGone({ code, errors }: ApiError): boolean {
  return code === 'upload_expired' || errors.some((field) => field.code === 'unknown_upload');
}

/** The photo in colour, with a watermark. @returns null without a preview: the shop is busy, for example. */
export async function colourPreview(good: Good, path: string): Promise<string | null> {
  try {
    return (await callOperation('check_photo', { goods_id: good.id, path, preview: 1 })).preview;
  } catch (error) {
    // 503 means that too many previews wait, not that the shop does not respond.
    if (error instanceof ApiError && error.status === 503) connection.noteAnswer();
    return null;
  }
}
