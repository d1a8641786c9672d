/**
 * Verifies an operator's name and password, for the sign-in to the console and for requests with HTTP Basic. Failures
 * delay further attempts and are recorded in the audit log.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { findByPassword } from './find-by-password.ts';
import { type DeviceClaim, knownDevice } from './known-device.ts';
import type { Operator } from './operator-store.ts';
import { recordRefusedSignIn } from './refused-sign-ins.ts';
import { countAttempt, forgiveAttempt, takeBackAttempt, uncountedOnError } from './sign-in-waits.ts';

export interface PasswordAttempt {
  /** The content of the device's cookie, which claims that the operator has signed in from this device before. */
  readonly deviceClaim?: DeviceClaim | null;
  readonly name: string;
  readonly password: string;
  readonly address: string;
  /** The key by which rate limits count this client. */
  readonly client: string;
  /** As in `Attempt`. */
  readonly isFromProvenClient?: boolean;
  /** As in `Attempt`. */
  readonly isRemembered?: boolean;
  readonly requestId: string;
}

/**
 * @param accept is called after a correct password, in the transaction that clears the count of failed attempts, with
 * the operator as stored at that time. `isComplete: false` means that a second factor is missing: then only this
 * attempt is removed from the count, because otherwise a person who knows the password could guess codes without
 * waiting.
 * @throws AppError `invalid_credential`, `too_many_requests`, `unavailable`.
 */
export async function authenticate<T>(
  deps: Pick<Deps, 'store' | 'clock' | 'log' | 'passwords'>,
  made: PasswordAttempt,
  accept: (
    tx: StoreTransaction,
    operator: Operator,
  ) => Promise<{ readonly value: T; readonly isComplete: boolean }>,
): Promise<T> {
  const device = await knownDevice(deps, made.name, made.deviceClaim ?? null);
  const attempt = { ...made, device };
  // Count the attempt as failed before verifying the password, so that parallel attempts all count.
  const isCounted = await countAttempt(deps, attempt);
  const verify = () => findByPassword(deps, attempt.name, attempt.password);
  const verified = await (isCounted ? uncountedOnError(deps, attempt, verify) : verify());
  const accepted =
    verified === undefined
      ? undefined
      : await deps.store.transaction(async (tx) => {
          await tx.operators.lockAll();
          const operator = await tx.operators.byId(verified.id);
          // Refuse the sign-in if the operator was disabled or received another password during the verification.
          if (operator?.disabledAt !== null || operator.passwordHash !== verified.passwordHash)
            return undefined;
          const { value, isComplete } = await accept(tx, operator);
          if (!isCounted) return { value };
          if (isComplete) await forgiveAttempt(tx, attempt, deps.clock.now());
          else await takeBackAttempt(tx, attempt, deps.clock.now());
          return { value };
        });
  if (accepted !== undefined) return accepted.value;
  await recordRefusedSignIn(deps, attempt);
  // Do not log the name: people type their password into that field by mistake.
  deps.log.warn({ requestId: attempt.requestId, address: attempt.address }, 'sign-in refused');
  throw new AppError('invalid_credential', 'Name or password is wrong.', { reason: 'wrong_password' });
}
