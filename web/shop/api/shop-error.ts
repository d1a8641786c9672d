/** An answer that is an error, or no answer: `code` is the service's, or one of the page's own below. */

/** `offline`: this device has no network. `unreachable`: no answer came. Both may pass by themselves. */
export type PageErrorCode = 'offline' | 'unreachable';

export class ShopError extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(code: string, message: string, status: number, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'ShopError';
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Problem {
  readonly code?: unknown;
  readonly detail?: unknown;
}

/** From an answer whose status is none of success; its body is `application/problem+json`, or a proxy's page. */
export function errorOfAnswer(status: number, body: string, retryAfter: string | null): ShopError {
  let problem: Problem = {};
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) problem = value;
  } catch {
    // A proxy's page: its status says enough.
  }
  const seconds = Number(retryAfter);
  const retryAfterMs = retryAfter !== null && Number.isFinite(seconds) ? seconds * 1000 : null;
  const fallback = status >= 502 && status <= 504 ? 'unavailable' : 'internal';
  const code = typeof problem.code === 'string' ? problem.code : fallback;
  const detail = typeof problem.detail === 'string' ? problem.detail : '';
  return new ShopError(code, detail, status, retryAfterMs);
}

export function noAnswer(): ShopError {
  const code: PageErrorCode = navigator.onLine ? 'unreachable' : 'offline';
  return new ShopError(code, '', 0);
}

/** Refusals that pass: too slow, still being answered, too fast. */
const passingRefusals: readonly number[] = [408, 409, 429];

/** Whether the same call would be refused again. */
export function isFinal({ status }: ShopError): boolean {
  return status >= 400 && status < 500 && !passingRefusals.includes(status);
}

/** Anything that was thrown, as an error that can be shown. */
export function asShopError(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  console.error(error);
  return new ShopError('internal', '', 0);
}
