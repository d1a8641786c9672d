/**
 * Keeps other sites from acting in an operator's name (OWASP, "Cross-Site Request Forgery Prevention"): what
 * changes something must come from our own pages, and show a token that only they can have read.
 */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../domain/errors.ts';
import { csrfTokenOf } from './session-secret.ts';

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and on the own machine, where it decides alone; elsewhere `Origin`
 * must be ours.
 * @throws AppError `forbidden`
 */
export function requireOwnPages(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === ownOrigin : site === 'same-origin') return;
  throw new AppError('forbidden', 'This call must come from the console’s own pages.');
}

/** @throws AppError `forbidden` */
export function requireCsrfToken(headers: IncomingHttpHeaders, secret: string): void {
  const shown = Buffer.from(String(headers['x-csrf-token'] ?? ''));
  const right = Buffer.from(csrfTokenOf(secret));
  if (shown.length === right.length && timingSafeEqual(shown, right)) return;
  throw new AppError('forbidden', 'X-CSRF-Token must be the csrf_token of the session.');
}
