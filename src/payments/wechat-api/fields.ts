/** Reads fields of messages and answers of WeChat. JSON has numbers where XML has texts, so both are accepted. */

import { type Fields, isFields } from '../json-object.ts';

/** @returns no fields if the value is not an object. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** @returns undefined also for an empty text. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number that is not negative. */
export function wholeIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (typeof value === 'string' && !/^\d{1,15}$/.test(value)) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
