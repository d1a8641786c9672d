/** In a session, neither a right password nor one that could not be checked counts as a wrong one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import type { SessionCaller } from '../../../src/usecases/callers/caller.ts';
import { reauthenticate } from '../../../src/usecases/operators/reauthenticate.ts';
import { changePassword } from '../../../src/usecases/operators/sessions.ts';
import { code } from '../../support/app-error.ts';
import { openConsole } from '../../support/console-visit.ts';

const client = '192.0.2.1';
const right = 'password of anna';
/** More attempts than a name or an address may make without a wait. */
const many = 12;

async function openSession() {
  const visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  await visit.signIn('anna');
  const { shop } = visit;
  const [session] = await shop.store.read.sessions.ofOperator(null);
  assert.ok(session !== undefined);
  const caller: SessionCaller = {
    kind: 'operator',
    operator: session.operator,
    sessionId: session.id,
    provenAt: shop.clock.now(),
    address: client,
    requestId: 'r1',
  };
  /** The dependencies while too many people are signing in for one part of the work on passwords. */
  const busyWith = (part: 'matches' | 'hash') => ({
    ...shop.deps,
    passwords: {
      ...shop.deps.passwords,
      async [part](): Promise<never> {
        throw new AppError('unavailable', 'Too many people are signing in.', { retryAfterS: 2 });
      },
    },
  });
  const change = (newPassword: string, deps: Parameters<typeof changePassword>[0] = shop.deps) =>
    changePassword(deps, caller, { oldPassword: right, newPassword, client });
  return {
    caller,
    busyWith,
    change,
    shop,
    [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose](),
  };
}

test('proofs of identity that could not be checked do not delay the next one', async () => {
  await using session = await openSession();
  const { caller, busyWith, shop } = session;
  for (let index = 0; index < many; index += 1) {
    const attempt = reauthenticate(busyWith('matches'), caller, { password: right }, client);
    await assert.rejects(attempt, code('unavailable'));
  }
  await reauthenticate(shop.deps, caller, { password: right }, client);
});

test('changes of a password that fail because the passwords could not be checked or hashed do not delay the next one', async () => {
  for (const part of ['matches', 'hash'] as const) {
    await using session = await openSession();
    for (let index = 0; index < many; index += 1) {
      await assert.rejects(session.change('a fresh password', session.busyWith(part)), code('unavailable'));
    }
    await session.change('a fresh password');
  }
});

test('a right old password does not count as wrong if the new one equals it', async () => {
  await using session = await openSession();
  for (let index = 0; index < many; index += 1) {
    await assert.rejects(session.change(right), code('invalid_parameters'));
  }
  await session.change('a fresh password');
});
