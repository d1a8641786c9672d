/** Columns that contain JSON: parsed and checked when they are read. */

import { type Column, converted, text } from './column.ts';

/** @param check returns the parsed JSON as a value of the domain. It throws if the JSON is not such a value. */
export function json<Value>(check: (parsed: unknown) => Value): Column<string, Value> {
  return converted(text, {
    parse: (stored) => check(JSON.parse(stored)),
    format: (value) => JSON.stringify(value),
  });
}

type Scalar = string | number | boolean | null;

/** @throws Error unless `parsed` is an object whose values are texts, numbers, truth values or null. */
export function scalars(parsed: unknown): Readonly<Record<string, Scalar>> {
  return checkedObject(parsed, isScalar);
}

/** @throws Error unless `parsed` is an object whose values are texts or numbers. */
export function textsAndNumbers(parsed: unknown): Readonly<Record<string, string | number>> {
  return checkedObject(parsed, isTextOrNumber);
}

function checkedObject<Value>(
  parsed: unknown,
  isValue: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  if (!isObject(parsed)) throw new Error('the JSON is not an object');
  for (const name in parsed) {
    if (!isValue(parsed[name])) throw new Error(`the JSON has a value of a wrong type: ${name}`);
  }
  return parsed as Record<string, Value>;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isScalar(value: unknown): value is Scalar {
  return isTextOrNumber(value) || typeof value === 'boolean' || value === null;
}
