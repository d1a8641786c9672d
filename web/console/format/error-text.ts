/** What went wrong, for the operator. The service's own sentence where it has one. */

import { ApiError, UnreachableError } from '../api/api-error.ts';
import { sayField, sayFieldWithName, sayRefusal } from '../texts/service-sentences.ts';
import { t } from '../texts/words.ts';

function fieldWords(error: ApiError): string {
  return error.fields
    .map(({ pointer, detail }) => sayFieldWithName(pointer.replace(/^\//, ''), detail))
    .join('; ');
}

export function errorWords(error: unknown): string {
  if (error instanceof UnreachableError) {
    return t('The service does not answer. It may be restarting, or you are offline.');
  }
  if (!(error instanceof ApiError)) return t('This page failed. Load it again.');
  if (error.status === 429) {
    return t('Too many calls. Try again in {seconds} seconds.', { seconds: error.retryAfterS ?? 60 });
  }
  if (error.code === 'invalid_parameters' && error.fields.length > 0) return fieldWords(error);
  if (error.status >= 500) {
    return t('The service failed. Number for the log: {id}', { id: error.requestId ?? '–' });
  }
  return sayRefusal(error.code, error.message);
}

/** @returns what is wrong with one field of a form, if that is what was wrong. */
export function fieldErrorOf(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.fields.find(({ pointer }) => pointer === `/${field}`);
  return found === undefined ? null : sayField(found.detail);
}
