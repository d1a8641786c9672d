/**
 * `check_photo`: whether a good can be made of an upload, before it is paid. A check that cannot be had must not
 * keep anybody from ordering: nothing here throws.
 */

import type { Remark } from '../../shared/fail-words.ts';
import { call } from './call.ts';
import { ShopError } from './shop-error.ts';
import type { Good } from './types.ts';

export type PhotoVerdict =
  | {
      readonly kind: 'good';
      readonly warnings: readonly Remark[];
      /** The cut person of an ID photo on nothing, as a `data:` URL; null where the service shows none. */
      readonly preview: string | null;
    }
  | { readonly kind: 'bad'; readonly remark: Remark }
  | { readonly kind: 'unknown' };

interface Answer {
  readonly ok: boolean;
  readonly reason: string | null;
  readonly message: string | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly preview: string | null;
}

function verdictOf({ ok, reason, message, warnings, preview }: Answer): PhotoVerdict {
  if (!ok) return { kind: 'bad', remark: { code: reason ?? '', sentence: message ?? '' } };
  const remarks = warnings.map((each) => ({ code: each.code, sentence: each.message }));
  return { kind: 'good', warnings: remarks, preview };
}

/**
 * For services that offer it (`photo_check` of the configuration).
 * @param size of goods that are sold in several; null for others.
 */
export async function checkPhoto(good: Good, path: string, size: string | null): Promise<PhotoVerdict> {
  try {
    const parameters = { goods_id: good.id, path, preview: 1, ...(size === null ? {} : { size }) };
    return verdictOf(await call<Answer>('check_photo', parameters, { patient: false }));
  } catch (error) {
    if (error instanceof ShopError && error.code === 'unusable_image') {
      return { kind: 'bad', remark: { code: '', sentence: error.message } };
    }
    return { kind: 'unknown' };
  }
}
