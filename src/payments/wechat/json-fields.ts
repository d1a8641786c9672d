/** Reads fields of JSON that WeChat Pay sent. A field of another type counts as missing. */

import { type Fields, isFields } from '../json-object.ts';

/** @returns no fields if the value is not an object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** @returns undefined also for an empty text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number that is not negative. */
export function wholeOf(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
