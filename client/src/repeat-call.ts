/** Sends a request, and repeats it while its failure may pass: no response, 429, 502, 503, or a key in use. */

import { ApiError, errorOfAnswer, isShopClosed, noAnswer } from './api-error.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

export interface RepeatRules {
  /** How often a failed call is repeated; 0: never. */
  readonly retriesMax: number;
  /** The longest `Retry-After` that the client waits for. With a longer one the call fails at once. */
  readonly waitMsMax: number;
  /** Resolves after that time; rejects when `signal` aborts. */
  readonly pause: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

/**
 * `always`: a second call with the same content has no second effect. `if_refused`: repeat the call only after a
 * response that says that the service did nothing, because a lost response may hide an effect.
 */
export type Repeatable = 'always' | 'if_refused';

const firstPauseMs = 500;
const pauseMsMax = 8_000;

export function pauseByTimer(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort);
  });
}

/** Statuses that a proxy may send after the service has acted; 0: no response arrived. */
const unclearStatuses: readonly number[] = [0, 502, 503, 504];

function mayPass(error: ApiError, repeatable: Repeatable): boolean {
  const { status, code } = error;
  if (isShopClosed(error)) return false;
  if (status === 429 || code === 'request_in_flight') return true;
  return repeatable === 'always' && unclearStatuses.includes(status);
}

function pauseMs(error: ApiError, attempt: number): number {
  return error.retryAfterMs ?? Math.min(firstPauseMs * 2 ** attempt, pauseMsMax);
}

/** @throws ApiError for every status other than 2xx. */
async function sendOnce<FileOfPlatform>(
  transport: Pick<Transport<FileOfPlatform>, 'send'>,
  request: TransportRequest<FileOfPlatform>,
): Promise<TransportAnswer> {
  const answer = await transport.send(request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw errorOfAnswer(answer.status, answer.body, answer.header);
}

/** @throws ApiError of the last attempt. */
export async function repeatCall<FileOfPlatform>(
  transport: Pick<Transport<FileOfPlatform>, 'send'>,
  request: TransportRequest<FileOfPlatform>,
  repeatable: Repeatable,
  { retriesMax, waitMsMax, pause }: RepeatRules,
): Promise<TransportAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(transport, request);
    } catch (error) {
      if (!(error instanceof ApiError) || attempt >= retriesMax || !mayPass(error, repeatable)) throw error;
      const wait = pauseMs(error, attempt);
      if (wait > waitMsMax) throw error;
      await pause(wait, request.signal);
    }
  }
}

/** @throws ApiError when the body is not JSON: for example, a public network's sign-in page has status 200. */
export function parsedBody(answer: TransportAnswer): unknown {
  if (answer.status === 204) return undefined;
  try {
    return JSON.parse(answer.body);
  } catch {
    throw noAnswer();
  }
}
