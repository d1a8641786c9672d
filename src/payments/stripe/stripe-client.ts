/** Opens the client of Stripe's SDK with bounded times, without telemetry and without automatic retries. */

import Stripe from 'stripe';

export interface StripeClientParts {
  readonly secretKey: string;
  /** The origin of the API. */
  readonly apiUrl: string;
  /** The maximum time of a call, including its response. Default: 10 s. */
  readonly timeoutMs?: number;
}

/**
 * The version of the API for which the calls in this folder are written. The client sends it with each call, so the
 * account's default version has no effect.
 */
const apiVersion = '2026-10-28.endive';
const timeoutMsDefault = 10_000;
const closedConnectionCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

export function openStripeClient({
  secretKey,
  apiUrl,
  timeoutMs = timeoutMsDefault,
}: StripeClientParts): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: timeoutMs,
    // The jobs of the service repeat failed calls, with the same idempotency keys.
    maxNetworkRetries: 0,
    telemetry: false,
    // This HTTP client limits the time of the whole call. The SDK's HTTP client for Node limits only the time without
    // traffic on the connection.
    httpClient: Stripe.createFetchHttpClient(fetchTwice),
  });
}

/**
 * Repeats a call at once if its connection was closed, because a kept connection may be closed by the server just when
 * it is used again. Every call that changes something has an idempotency key, so the repetition has no second effect.
 */
async function fetchTwice(url: string | Request | URL, init?: RequestInit): Promise<Response> {
  const options: RequestInit = { ...init, redirect: 'error' };
  try {
    return await fetch(url, options);
  } catch (error) {
    if (!isClosedConnection(error)) throw error;
    return fetch(url, options);
  }
}

function isClosedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && closedConnectionCodes.includes(String(cause.code));
}

/** Whether the key moves real money. The service ignores the events of the other mode. */
export function isLiveKey(secretKey: string): boolean {
  return /^[rs]k_live_/.test(secretKey);
}
