/**
 * Calls of the shop's operations (docs/client-guide.md). Trouble that passes (no network, a restarting or busy
 * service) is waited out where repeating the call is safe; any other trouble is thrown as an `ApiError`.
 */

import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { type Answer, type Body, call, jsonBody } from '../../shared/api/call.ts';
import type { Operations } from '../../shared/api/openapi-types.ts';
import { reachability } from './reachability.ts';

export const operationsUrl = '/index.php/v1/';

export interface CallOptions {
  /** Makes a creating call safe to repeat. */
  readonly idempotencyKey?: string;
  /** False: the first failure is thrown. */
  readonly patient?: boolean;
}

const patienceMs = 60_000;
/** The page shows no text while it waits, so a longer wait is an error with a text. */
const waitMsMax = 8_000;
const firstPauseMs = 500;
const pauseMsMax = 4_000;
const passing: ReadonlySet<string> = new Set([
  'unreachable',
  'offline',
  'unavailable',
  'request_in_flight',
  'too_many_requests',
]);

function noteTrouble({ code, status }: ApiError): void {
  if (status === 0 || code === 'unavailable') reachability.unanswered();
  else reachability.answered();
}

export async function request<T>(url: string, init: RequestInit, patient: boolean): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      const answer = await call<T>(url, init);
      reachability.answered();
      return answer;
    } catch (thrown) {
      const error = asApiError(thrown);
      noteTrouble(error);
      const waitMs = error.retryAfterMs ?? pauseMs;
      const passes = passing.has(error.code) && waitMs <= waitMsMax && performance.now() + waitMs < giveUpAt;
      if (!patient || !passes) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** @param operation its `operationId`, which is also the last part of its path. */
export function callOperation<Name extends keyof Operations>(
  operation: Name,
  body: Body<Name> | undefined,
  { idempotencyKey, patient = true }: CallOptions = {},
): Promise<Answer<Name>> {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return request<Answer<Name>>(`${operationsUrl}${operation}`, jsonBody(body ?? {}, headers), patient);
}

/** A fresh key. `crypto.randomUUID` is absent on pages without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
