/**
 * The `Idempotency-Key` header of creating calls. The body's hash tells a retry from another request that
 * reuses the key; parameters are hashed as they were understood, so that a retry may use another encoding.
 */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { IdempotencyKey, Service } from '../../usecases/service.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** @throws AppError `invalid_parameters` for a key that could not be stored or compared safely. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  operation: string,
  body: unknown,
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
  return { key, bodyHash };
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
 * Runs `work` at most once per key and stores its text. A failed call frees the key.
 * @returns the text, and whether it is that of an earlier call.
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

/** Answers with what `work` returns, once per key if there is one. */
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
