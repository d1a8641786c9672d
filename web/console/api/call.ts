/** One call to `/admin/api/…`. Knows the CSRF token and whether somebody is there; nothing of what is asked. */

import { ApiError, type FieldError, UnreachableError } from './api-error.ts';
import { isSomebodyHere } from './user-activity.ts';

export type Query = Readonly<Record<string, string | number | null | undefined>>;

let csrfToken: string | null = null;

export function keepCsrfToken(token: string | null): void {
  csrfToken = token;
}

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `/admin/api/${path}${text === '' ? '' : `?${text}`}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function fieldsOf(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .map(({ pointer, detail }) => ({ pointer: textOf(pointer) ?? '', detail: textOf(detail) ?? '' }));
}

async function refusalOf(answer: Response): Promise<ApiError> {
  const problem: unknown = await answer.json().catch(() => null);
  const fields = isRecord(problem) ? problem : {};
  const retryAfterS = Number(answer.headers.get('retry-after') ?? '');
  return new ApiError(
    answer.status,
    textOf(fields.code) ?? 'unknown',
    textOf(fields.detail) ?? `${answer.status} ${answer.statusText}`,
    {
      fields: fieldsOf(fields.errors),
      retryAfterS: retryAfterS > 0 ? retryAfterS : null,
      requestId: answer.headers.get('x-request-id'),
    },
  );
}

/** The answer's shape is the schema's of `T`: the service checks it before it sends it. */
async function send<T>(path: string, init: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new UnreachableError();
  }
  if (!answer.ok) throw await refusalOf(answer);
  if (answer.status === 204) return undefined as T;
  try {
    return (await answer.json()) as T;
  } catch {
    throw new UnreachableError();
  }
}

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = isSomebodyHere() ? {} : { 'x-background': '1' };
  return send<T>(addressOf(path, query), { headers, ...(signal === undefined ? {} : { signal }) });
}

function withToken(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return csrfToken === null ? { ...more } : { ...more, 'x-csrf-token': csrfToken };
}

export function post<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
  return send<T>(addressOf(path, {}), {
    method: 'POST',
    headers: withToken({ 'content-type': 'application/json' }),
    body: JSON.stringify(body),
  });
}

export function postFile<T>(path: string, file: File): Promise<T> {
  const form = new FormData();
  form.set('file', file);
  return send<T>(addressOf(path, {}), { method: 'POST', headers: withToken(), body: form });
}

export function remove(path: string): Promise<void> {
  return send<void>(addressOf(path, {}), { method: 'DELETE', headers: withToken() });
}
