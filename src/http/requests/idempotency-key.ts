/**
 * The `Idempotency-Key` header. The hash of the body distinguishes a retry from another request with the same key. The
 * hash is computed from the validated parameters, so a retry may use another body encoding.
 */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { IdempotencyKey, Service } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * @param options.orderNo the order about which the response contains what its customer or the shop wrote.
 * @throws AppError `invalid_parameters` for a key that is not 1 to 255 visible ASCII characters.
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
  operation: string,
  body: unknown,
  options: Pick<IdempotencyKey, 'orderNo'> = {},
): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !visibleAscii.test(key)) {
    const detail = 'Idempotency-Key must be 1 to 255 visible ASCII characters.';
    throw invalidParameter('Idempotency-Key', 'key_characters', detail, { min: 1, max: 255 });
  }
  const bodyHash = createHash('sha256')
    .update(`${operation}\n${JSON.stringify(body)}`)
    .digest('base64url');
  return { key, client: clientKey(request.ip), bodyHash, ...options };
}

export function markReplayed(reply: FastifyReply): void {
  reply.header('idempotent-replayed', 'true');
}

export interface OnceCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly operation: string;
  readonly key: IdempotencyKey;
}

/**
 * Runs `work` at most once per key and stores the text that it returns. After a failed call, the key can be
 * used again.
 * @returns the text, and whether an earlier call stored it.
 */
export async function answerOnce(
  { service, caller, operation, key }: OnceCall,
  work: () => Promise<string>,
): Promise<{ readonly text: string; readonly replayed: boolean }> {
  const start = await service.beginIdempotent(caller, operation, key);
  if (start.kind === 'replay') return { text: start.answer, replayed: true };
  let text: string;
  try {
    text = await work();
  } catch (error) {
    await service.abandonIdempotent(start.claim);
    throw error;
  }
  await service.endIdempotent(start.claim, text);
  return { text, replayed: false };
}

/** Sends what `work` returns. With a key, `work` runs at most once. */
export async function sendOnce(
  call: Omit<OnceCall, 'key'> & { readonly key: IdempotencyKey | null },
  reply: FastifyReply,
  work: () => Promise<object>,
): Promise<FastifyReply> {
  if (call.key === null) return reply.send(await work());
  const once = await answerOnce({ ...call, key: call.key }, async () => JSON.stringify(await work()));
  if (once.replayed) markReplayed(reply);
  return reply.type('application/json; charset=utf-8').send(once.text);
}
