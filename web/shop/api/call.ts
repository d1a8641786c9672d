/**
 * One call of an operation. Trouble that passes by itself (no network, a restart, a busy service) is waited
 * out where repeating is safe; what is left is thrown as a `ShopError`.
 */

import { reachability } from './reachability.ts';
import { asShopError, errorOfAnswer, noAnswer, type ShopError } from './shop-error.ts';

export const operationsUrl = '/index.php/v1/';

export interface CallOptions {
  /** Makes a creating call safe to repeat. */
  readonly idempotencyKey?: string;
  /** False: the first failure is the answer. */
  readonly patient?: boolean;
}

const patienceMs = 60_000;
/** Nobody is told of the wait meanwhile: what is to take longer is an error that tells it. */
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

function once<T>(url: string, init: RequestInit): Promise<T> {
  return fetch(url, init).then(
    async (answer) => {
      const body = await answer.text().catch(() => {
        throw noAnswer();
      });
      if (!answer.ok) throw errorOfAnswer(answer.status, body, answer.headers.get('retry-after'));
      reachability.answered();
      return JSON.parse(body) as T;
    },
    () => {
      throw noAnswer();
    },
  );
}

function noteTrouble({ code, status }: ShopError): void {
  if (status === 0 || code === 'unavailable') reachability.unanswered();
  else reachability.answered();
}

export async function request<T>(url: string, init: RequestInit, patient: boolean): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await once<T>(url, init);
    } catch (thrown) {
      const error = asShopError(thrown);
      noteTrouble(error);
      const waitMs = error.retryAfterMs ?? pauseMs;
      const worthIt = passing.has(error.code) && waitMs <= waitMsMax && performance.now() + waitMs < giveUpAt;
      if (!patient || !worthIt) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

export function call<T>(
  operation: string,
  parameters: Readonly<Record<string, unknown>> = {},
  { idempotencyKey, patient = true }: CallOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const init = { method: 'POST', headers, body: JSON.stringify(parameters) };
  return request<T>(`${operationsUrl}${operation}`, init, patient);
}

/** A fresh key. Works on pages without TLS too, where `crypto.randomUUID` is absent. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
