/**
 * Acts that give an operator power, or that refund large amounts, need a recent proof of identity: a sign-in, or a
 * repeated proof in the session, within the last ten minutes. An unattended or stolen session alone is therefore not
 * enough for these acts.
 */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { SessionCaller } from './caller.ts';

const proofLifeMs = 10 * 60_000;

/** @throws AppError `forbidden`: the last proof of identity is more than ten minutes old. */
export function requireRecentProof({ provenAt }: SessionCaller, now: Instant): void {
  // If the clock was set back by hours, the proof lies hours in the future and must not be valid until then.
  if (Math.abs(now - provenAt) < proofLifeMs) return;
  throw new AppError('forbidden', 'Prove with your password or second factor that it is you.', {
    reason: 'reauthentication_required',
  });
}
