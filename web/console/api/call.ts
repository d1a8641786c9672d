/**
 * Calls to the console's API under `/admin/api/`: adds the CSRF token, marks calls that no operator caused, and
 * asks for a proof of identity where the service demands one.
 */

import { ApiError } from '../../../client/src/api-error.ts';
import { call, jsonBody } from '../../shared/api/call.ts';
import { askForProof } from './reauthentication.ts';
import { isOperatorActive } from './user-activity.ts';

export type Query = Readonly<Record<string, string | number | null | undefined>>;

let csrfToken: string | null = null;

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

function addressOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `/admin/api/${path}${text === '' ? '' : `?${text}`}`;
}

function tokenHeader(): Readonly<Record<string, string>> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

/** @throws ApiError, as all calls here do. */
export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = isOperatorActive() ? {} : { 'x-background': '1' };
  return call<T>(addressOf(path, query), { headers, ...(signal === undefined ? {} : { signal }) });
}

/**
 * Performs a call that changes something. If the service asks for a recent proof of identity, the operator is asked, and
 * the call is repeated after the proof, unless another session has begun meanwhile, for example in another tab: the act
 * would be that of another operator.
 */
async function change<T>(path: string, init: () => RequestInit): Promise<T> {
  try {
    return await call<T>(addressOf(path), init());
  } catch (error) {
    const needsProof = error instanceof ApiError && error.reason === 'reauthentication_required';
    if (!needsProof) throw error;
    const askedToken = csrfToken;
    if (!(await askForProof()) || csrfToken !== askedToken) throw error;
    return call<T>(addressOf(path), init());
  }
}

export function post<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
  return change<T>(path, () => jsonBody(body, tokenHeader()));
}

export function postFile<T>(path: string, file: File): Promise<T> {
  const form = new FormData();
  form.set('file', file);
  return change<T>(path, () => ({ method: 'POST', headers: tokenHeader(), body: form }));
}

export function remove(path: string): Promise<void> {
  return change<void>(path, () => ({ method: 'DELETE', headers: tokenHeader() }));
}
