/**
 * Calls the service, for the shop and for the console: sends and receives JSON, and throws every failure as an
 * `ApiError`.
 */

import { errorOfAnswer, noAnswer } from '../../../client/src/api-error.ts';
import type { Operations } from './openapi-types.ts';

/** The service's response to an operation, by its `operationId` in docs/openapi.json. */
export type Answer<Name extends keyof Operations> = Operations[Name]['answer'];

export type Body<Name extends keyof Operations> = Operations[Name]['body'];

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * @param init the options of `fetch`; for a call with a JSON body, `jsonBody` makes the options.
 * @returns the parsed response; undefined for 204. The service checks each response against the schema of
 * `T`.
 * @throws ApiError; the AbortError of `init.signal`.
 */
export async function call<T>(url: string, init: RequestInit): Promise<T> {
  let answer: Response;
  let body: string;
  try {
    answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
    body = await answer.text();
  } catch (error) {
    throw isAbort(error) ? error : noAnswer();
  }
  if (!answer.ok) throw errorOfAnswer(answer.status, body, (name) => answer.headers.get(name));
  if (answer.status === 204) return undefined as T;
  try {
    return JSON.parse(body) as T;
  } catch {
    // The response does not come from the service: for example, the sign-in page of a public network sends
    // status 200 and HTML.
    throw noAnswer();
  }
}

/** The method, headers and body of a call that posts JSON. */
export function jsonBody(
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
