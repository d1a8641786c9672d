/**
 * `check_photo`: whether a good can be made of an upload, before it is paid. A check that cannot be had, or whose
 * answer is not understood, must not keep anybody from ordering: nothing here throws.
 */

import { call } from './call.ts';
import { ShopError } from './shop-error.ts';
import type { Color, Good } from './types.ts';

/** Something about a photo: a stable code where there is one, and a sentence in English. */
export interface Remark {
  readonly code: string;
  readonly sentence: string;
}

export type PhotoVerdict =
  | { readonly kind: 'good'; readonly warnings: readonly Remark[] }
  | { readonly kind: 'bad'; readonly remark: Remark }
  | { readonly kind: 'unknown' };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function firstText(...values: readonly unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}

function remarkOf(value: unknown): Remark {
  if (typeof value === 'string') return { code: value, sentence: value };
  const { code, reason, detail, sentence, message } = fieldsOf(value);
  const name = firstText(code, reason);
  return { code: name, sentence: firstText(sentence, detail, message, name) };
}

/** @returns null where nothing is refused. */
function refusalOf({ ok, refusal, reason, code, detail }: Fields): Remark | null {
  const told = [refusal, reason].find((value) => value !== null && value !== undefined);
  if (told !== undefined) return remarkOf(typeof told === 'string' ? { code: code ?? told, detail } : told);
  return ok === false ? remarkOf({ code, detail }) : null;
}

export function verdictOf(answer: unknown): PhotoVerdict {
  const fields = fieldsOf(answer);
  const remark = refusalOf(fields);
  if (remark !== null) return { kind: 'bad', remark };
  const { ok, warnings } = fields;
  if (ok === undefined && warnings === undefined) return { kind: 'unknown' };
  return { kind: 'good', warnings: Array.isArray(warnings) ? warnings.map(remarkOf) : [] };
}

/** For services that offer it (`photo_check` of the configuration). */
export async function checkPhoto(good: Good, path: string, color: Color | null): Promise<PhotoVerdict> {
  try {
    const parameters = { goods_id: good.id, path, ...(color === null ? {} : { color }) };
    return verdictOf(await call<unknown>('check_photo', parameters, { patient: false }));
  } catch (error) {
    if (error instanceof ShopError && error.code === 'unusable_image') {
      return { kind: 'bad', remark: { code: '', sentence: error.message } };
    }
    return { kind: 'unknown' };
  }
}
