/**
 * The calls of the shop, made by the client package. After every call, `connection` records whether the service
 * could be reached.
 */

import { isShopClosed } from '../../../client/src/api-error.ts';
import { fetchTransport } from '../../../client/src/fetch-transport.ts';
import {
  type Answer,
  type Body,
  createPhotokiosk,
  type OperationName,
} from '../../../client/src/photokiosk.ts';
import { languageTag } from '../../../src/domain/language.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { words } from '../texts/words.ts';
import { connection } from './connection.ts';

export const operationsUrl = '/index.php/v1/';

const photokiosk = createPhotokiosk({
  baseUrl: '',
  transport: fetchTransport({ init: { credentials: 'same-origin' } }),
  credentials: 'cookie',
  language: () => languageTag(words().language),
  // The client package must not repeat calls: the cache of calls (`query-client.ts`) repeats them, because it knows
  // whether the customer still waits.
  retries: { retriesMax: 0 },
});

/** @throws ApiError */
export async function noted<T>(call: Promise<T>): Promise<T> {
  try {
    const answer = await call;
    connection.noteAnswer();
    return answer;
  } catch (thrown) {
    const error = asApiError(thrown);
    // A closed shop responds, and so does a service with too many photos; otherwise it may be restarting.
    const responds = isShopClosed(error) || error.reason === 'photo_queue_full';
    const isRestarting = error.code === 'unavailable' && !responds;
    if (error.status === 0 || isRestarting) connection.noteNoAnswer();
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
export function callOperation<Name extends OperationName>(
  operation: Name,
  body: Body<Name>,
  idempotencyKey?: string,
): Promise<Answer<Name>> {
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  return noted(photokiosk.call(operation, body, options));
}

/** @throws ApiError */
export const orderGood = (...order: Parameters<typeof photokiosk.order>) => noted(photokiosk.order(...order));

/** Returns a new random key. It does not use `crypto.randomUUID`, which browsers lack on pages without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
