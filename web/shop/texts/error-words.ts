/** An error in the customer's words, with the way on. */

import { failWord } from '../../shared/fail-words.ts';
import type { ShopError } from '../api/shop-error.ts';
import type { Words } from './language.ts';

export function errorWord(error: ShopError, { t, language }: Words): string {
  // Its detail is a sentence for the customer (docs/errors.md).
  if (error.code === 'unusable_image' && error.message !== '') {
    const word = failWord(error.message, language);
    if (language === 'en' || word !== error.message) return word;
  }
  if (error.code === 'too_many_requests' && error.retryAfterMs !== null) {
    return t.tooManyRequests(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  }
  return t.errors[error.code] ?? t.errors.internal ?? t.errorTitle;
}
