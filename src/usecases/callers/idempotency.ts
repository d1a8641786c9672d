/**
 * Idempotency keys of calls that create something. A call whose effect is one transaction stores its response
 * in that transaction (`place-order.ts`). Other calls begin with `beginIdempotent` and finish with
 * `endIdempotent`.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Caller } from '../callers/caller.ts';
import type { Deps } from '../deps.ts';
import type { IdempotencyKey, IdempotentStart } from '../service.ts';
import { holdCaller } from './hold-caller.ts';
import type { IdempotencyClaim, IdempotencyRecord } from './idempotency-store.ts';

/**
 * After this time, a call that has not ended counts as abandoned, and a later call may take over its key. If the
 * abandoned call ends after all, it changes nothing, because its claim is no longer valid.
 */
const abandonedAfterMs = 120_000;

export const idempotencyKeptMs = 24 * 60 * 60 * 1000;

const keyLengthMax = 255;
/** Only the key shows that a retry comes from the same anonymous caller, so the key must be hard to guess. */
const anonymousKeyLengthMin = 16;

/**
 * @throws AppError `invalid_parameters`: the key is too short or too long. The minimum length is higher for an
 * anonymous caller.
 */
export function requireStrongKey(caller: Caller, key: string): void {
  const lengthMin = caller.kind === 'anonymous' ? anonymousKeyLengthMin : 1;
  if (key.length >= lengthMin && key.length <= keyLengthMax) return;
  const detail = `Idempotency-Key must have ${lengthMin} to ${keyLengthMax} characters.`;
  const params = { min: lengthMin, max: keyLengthMax };
  throw invalidParameter('Idempotency-Key', 'text_length', detail, params);
}

/**
 * The scope and key under which a record is stored. Keys of different callers and operations are separate.
 * Anonymous callers are distinguished by their client. The key of an anonymous caller is not stored: a hash
 * replaces it, from which the key cannot be computed.
 */
export function recordNameOf(
  { seals }: Pick<Deps, 'seals'>,
  caller: Caller,
  operation: string,
  { key, client }: Pick<IdempotencyKey, 'key' | 'client'>,
): Pick<IdempotencyRecord, 'scope' | 'key'> {
  switch (caller.kind) {
    case 'anonymous':
      return { scope: `${operation}|anonymous`, key: seals.nameOf({ key, client }) };
    case 'operator':
      return { scope: `${operation}|operator:${caller.operator.name}`, key };
    case 'guest':
    case 'user':
      return { scope: `${operation}|user:${caller.userId}`, key };
  }
}

/**
 * @throws AppError the errors of `requireStrongKey`; `idempotency_key_reused`, `request_in_flight`, `invalid_credential`
 * (the caller was erased in the meantime).
 */
export async function beginIdempotent(
  deps: Pick<Deps, 'store' | 'clock' | 'seals'>,
  caller: Caller,
  operation: string,
  given: IdempotencyKey,
): Promise<IdempotentStart> {
  requireStrongKey(caller, given.key);
  const { bodyHash, orderNo = null } = given;
  const { scope, key } = recordNameOf(deps, caller, operation, given);
  return deps.store.transaction(async (tx): Promise<IdempotentStart> => {
    await holdCaller(tx, caller);
    const now = deps.clock.now();
    const fresh = { scope, key, bodyHash, answer: null, orderNo, createdAt: now };
    const first: IdempotentStart = { kind: 'first', claim: { scope, key, createdAt: now } };
    if (await tx.idempotency.insert(fresh)) return first;
    const record = await tx.idempotency.find(scope, key);
    if (record !== undefined && record.bodyHash !== bodyHash) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with other parameters.');
    }
    if (typeof record?.answer === 'string') return { kind: 'replay', answer: record.answer };
    if (await tx.idempotency.takeOver(fresh, now - abandonedAfterMs)) return first;
    throw new AppError(
      'request_in_flight',
      'The first request with this Idempotency-Key is still being processed.',
      {
        retryAfterS: 1,
      },
    );
  });
}

export async function endIdempotent(
  { store }: Pick<Deps, 'store'>,
  claim: IdempotencyClaim,
  answer: string,
): Promise<void> {
  await store.transaction((tx) => tx.idempotency.answer(claim, answer));
}

export async function abandonIdempotent(
  { store }: Pick<Deps, 'store'>,
  claim: IdempotencyClaim,
): Promise<void> {
  await store.transaction((tx) => tx.idempotency.remove(claim));
}
