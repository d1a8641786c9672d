/** Asserts that a sign-in has opened a session. */

import assert from 'node:assert/strict';
import type { OperatorSession } from '../../src/usecases/operators/session-store.ts';
import type { SignInResult } from '../../src/usecases/operators/sign-in.ts';

export function openedSession(result: SignInResult): OperatorSession {
  assert.ok(result.kind === 'session', 'the sign-in needs a second factor');
  return result.session;
}
