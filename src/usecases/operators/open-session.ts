/** Opens the session of an operator whose sign-in is complete. */

import type { AuditFacts } from '../callers/audit-store.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Operator } from './operator-store.ts';
import { sessionIdleMs, sessionLifeMs } from './session-end.ts';
import type { OperatorSession } from './session-store.ts';

export interface NewSessionCall {
  /**
   * Digest of a new secret. Each sign-in gets a new secret, because another person may know the secret that the
   * browser had before.
   */
  readonly digest: string;
  /**
   * Digest of the secret in the request's cookie. The session with this secret ends. Null: the request has no cookie.
   */
  readonly formerDigest: string | null;
  readonly userAgent: string | null;
  readonly address: string;
  readonly requestId: string;
}

export async function openSession(
  { clock }: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  operator: Operator,
  { digest, formerDigest, userAgent, address, requestId }: NewSessionCall,
  proof: {
    readonly weakPassword: boolean;
    /** What the audit entry says about the proof of identity; null: the operator entered only the password. */
    readonly facts: AuditFacts | null;
  },
): Promise<OperatorSession> {
  const now = clock.now();
  await tx.sessions.purge(now, now - sessionIdleMs);
  const former = formerDigest === null ? undefined : await tx.sessions.byDigest(formerDigest);
  if (former !== undefined) await tx.sessions.end(former.id);
  const times = { createdAt: now, expiresAt: now + sessionLifeMs };
  const about = { userAgent, address, weakPassword: proof.weakPassword };
  const id = await tx.sessions.insert({ digest, operatorId: operator.id, ...times, ...about });
  const caller: SessionCaller = {
    kind: 'operator',
    operator,
    sessionId: id,
    provenAt: now,
    address,
    requestId,
  };
  await recordAudit({ tx, clock }, caller, {
    action: 'sign_in',
    targetKind: 'session',
    targetId: String(id),
    reason: null,
    before: null,
    after: proof.facts,
  });
  return { id, operator, ...times, seenAt: now, provenAt: now, ...about };
}
