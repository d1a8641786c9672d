/** When the session of an operator ends. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorSession } from './session-store.ts';

/** A session ends after this time even if it is used. */
export const sessionLifeMs = 12 * 60 * 60_000;
/** A session ends after this time without a request. */
export const sessionIdleMs = 2 * 60 * 60_000;

export function idleEndOf({ seenAt, expiresAt }: OperatorSession): Instant {
  return Math.min(seenAt + sessionIdleMs, expiresAt);
}

export function hasEnded(session: OperatorSession, now: Instant): boolean {
  return session.operator.disabledAt !== null || idleEndOf(session) <= now;
}
