/** An error in the customer's words, with what to do next. */

import { type ApiError, isShopClosed } from '../../../client/src/api-error.ts';
import type { Language } from '../../../src/domain/language.ts';
import { photoWord } from '../../shared/photo-words.ts';
import type { Texts } from './en.ts';

export function errorText(error: ApiError, t: Texts, language: Language): string {
  if (error.code === 'unusable_image') return photoWord(error.reason, language) ?? t.errors.unusable_image;
  if (isShopClosed(error)) return t.closed;
  if (error.reason === 'consent_required') return t.consentRequired;
  if (error.reason === 'upload_quota_used') return t.uploadQuotaUsed;
  if (error.reason === 'one_order_only') return t.oneOrderOnly;
  const byReason: Readonly<Record<string, string>> = { ...t.emailErrors, ...t.refundErrors };
  const ofReason = error.reason === null ? undefined : byReason[error.reason];
  if (ofReason !== undefined) return ofReason;
  if (error.errors.some(({ code }) => code === 'paper_too_small')) return t.paperTooSmall;
  if (error.code === 'too_many_requests' && error.retryAfterMs !== null) {
    return t.tooManyRequests(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  }
  const byCode: Readonly<Record<string, string>> = t.errors;
  return byCode[error.code] ?? t.errors.internal;
}
