/** Fetches a response of a bounded size within a bounded time. */

import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import { readBounded } from '../read-bounded.ts';

/** @throws ProviderUnreachable for every failure. The message contains no part of the request. */
export async function fetchBytes(
  url: URL,
  init: RequestInit,
  timeoutMs: number,
  bytesMax: number,
): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ProviderUnreachable(`Alipay answered with the status ${response.status}`);
    }
    return await readBounded(response, bytesMax);
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new ProviderUnreachable(`Alipay did not answer (${reasonOf(error)})`);
  }
}

/** Returns the reason of a failure, for example `ECONNREFUSED`, `TimeoutError` or `unexpected redirect`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.message;
}
