/** Texts for errors, chosen by reason and code. The service's English sentences are not shown. */

import { ApiError, type FieldError } from '../../../client/src/api-error.ts';
import { nameOf } from '../texts/name-of.ts';
import { words } from '../texts/words.ts';
import { ruleFieldLabel } from './rule-field-text.ts';

/** The wait to show when the response has no Retry-After. */
const retryAfterSecondsDefault = 60;

function find<Value>(table: Readonly<Record<string, Value>>, key: string | null): Value | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

const rulePointer = '/rule/';

function fieldLabel(pointer: string): string {
  const { t } = words();
  if (!pointer.startsWith(rulePointer)) return nameOf(t.errors.fieldName, pointer.slice(1));
  const path = pointer.slice(rulePointer.length).replaceAll('/', '.');
  return ruleFieldLabel(path) ?? t.documents.rule;
}

function fieldText({ pointer, code, params }: FieldError): string {
  const { t } = words();
  const name = fieldLabel(pointer);
  const text: ((name: string, params: FieldError['params']) => string) | undefined = find(
    t.errors.field,
    code,
  );
  return text?.(name, params) ?? `${name}: ${t.errors.code.invalid_parameters}`;
}

export function retryAfterSeconds({ retryAfterMs }: ApiError): number {
  return retryAfterMs === null ? retryAfterSecondsDefault : Math.ceil(retryAfterMs / 1000);
}

export function errorText(error: unknown): string {
  const { t } = words();
  if (!(error instanceof ApiError)) return t.errors.pageFailed;
  const { code, reason, status, errors } = error;
  if (code === 'offline') return t.errors.offline;
  if (code === 'unreachable') return t.errors.unreachable;
  if (status === 429) return t.errors.tooManyRequests(retryAfterSeconds(error));
  if (errors.length > 0) return [...new Set(errors.map(fieldText))].join(' ');
  const known = find(t.errors.reason, reason) ?? find(t.errors.code, code);
  if (known !== undefined) return known;
  return status >= 500 ? t.errors.internal(error.requestId ?? '–') : t.errors.other;
}

/** @returns what is wrong with one field of a form; null when the error is not about the field. */
export function fieldErrorOf(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.errors.find(({ pointer }) => pointer === `/${field}`);
  return found === undefined ? null : fieldText(found);
}
