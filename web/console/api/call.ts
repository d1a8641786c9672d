/** Calls to the console's API under `/admin/api/`: adds the CSRF token, and marks calls that no operator caused. */

import { call, jsonBody } from '../../shared/api/call.ts';
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

export function post<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
  return call<T>(addressOf(path), jsonBody(body, tokenHeader()));
}

export function postFile<T>(path: string, file: File): Promise<T> {
  const form = new FormData();
  form.set('file', file);
  return call<T>(addressOf(path), { method: 'POST', headers: tokenHeader(), body: form });
}

export function remove(path: string): Promise<void> {
  return call<void>(addressOf(path), { method: 'DELETE', headers: tokenHeader() });
}
