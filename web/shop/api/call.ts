/** One call of the shop. Every call also shows whether the service can be reached (`connection`). */

import { asApiError } from '../../shared/api/api-error.ts';
import { type Answer, type Body, call, jsonBody } from '../../shared/api/call.ts';
import type { Operations } from '../../shared/api/openapi-types.ts';
import { connection } from './connection.ts';

export const operationsUrl = '/index.php/v1/';

/** @throws ApiError */
export async function request<T>(url: string, init: RequestInit): Promise<T> {
  try {
    const answer = await call<T>(url, init);
    connection.noteAnswer();
    return answer;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 0 || error.code === 'unavailable') connection.noteNoAnswer();
    else connection.noteAnswer();
    throw error;
  }
}

/**
 * @param operation its `operationId`, which is also the last part of its path.
 * @param idempotencyKey makes a call that creates something safe to repeat. Every repetition must have the
 * same key.
 * @throws ApiError
 */
export function callOperation<Name extends keyof Operations>(
  operation: Name,
  body: Body<Name> | undefined,
  idempotencyKey?: string,
): Promise<Answer<Name>> {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return request<Answer<Name>>(`${operationsUrl}${operation}`, jsonBody(body ?? {}, headers));
}

/** A fresh key. `crypto.randomUUID` is absent on pages without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
