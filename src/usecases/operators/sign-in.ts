/** Signing in to the console, and out of it. The secret in the cookie is the edge's; here is its digest alone. */

import { AppError } from '../../domain/errors.ts';
import { type ConsoleAct, type ConsoleCaller, noteAct } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { OperatorSession } from '../ports/console-store.ts';
import type { Operator } from '../ports/store.ts';
import { operatorByPassword } from './judge-password.ts';
import { noteRefusal } from './refused-sign-ins.ts';
import { hasEnded, sessionIdleMs, sessionLifeMs } from './sessions.ts';
import { countGuess, forgiveGuess, type Guess, takeBackGuess } from './sign-in-waits.ts';

type SignInDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'log' | 'passwords'>;

export interface SignInCall {
  readonly name: string;
  readonly password: string;
  /** Of a secret that was made for this sign-in: a secret that was there before could be known to others. */
  readonly digest: string;
  /** Of the secret that the caller came with; its session ends. */
  readonly formerDigest: string | null;
  readonly address: string;
  /** What counts as one client. */
  readonly client: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** @throws AppError `invalid_credential`, `too_many_requests`, `unavailable`. */
export async function signIn(deps: SignInDeps, call: SignInCall): Promise<OperatorSession> {
  const guess = { name: call.name, client: call.client };
  await countGuess(deps, guess);
  const operator = await judge(deps, call, guess);
  const session = operator === undefined ? undefined : await begin(deps, call, guess, operator);
  if (session !== undefined) return session;
  await noteRefusal(deps, call);
  // Without the name: people type their password there.
  deps.log.warn({ requestId: call.requestId, address: call.address }, 'sign-in refused');
  throw new AppError('invalid_credential', 'Name or password is wrong.', { reason: 'wrong_password' });
}

async function judge(deps: SignInDeps, call: SignInCall, guess: Guess): Promise<Operator | undefined> {
  try {
    return await operatorByPassword(deps, call.name, call.password);
  } catch (error) {
    await takeBackGuess(deps, guess);
    throw error;
  }
}

/** @returns undefined for who was disabled, or given another password, while this one was judged. */
function begin(
  deps: SignInDeps,
  call: SignInCall,
  guess: Guess,
  judged: Operator,
): Promise<OperatorSession | undefined> {
  const now = deps.clock.now();
  const { address, digest, requestId, userAgent } = call;
  return deps.store.transaction(async (tx) => {
    await tx.lockOperators();
    const operator = await tx.operatorById(judged.id);
    if (operator?.disabledAt !== null || operator.passwordHash !== judged.passwordHash) return undefined;
    await forgiveGuess(tx, guess, now);
    await tx.purgeSessions(now, now - sessionIdleMs);
    const former = call.formerDigest === null ? undefined : await tx.sessionByDigest(call.formerDigest);
    if (former !== undefined) await tx.endSession(former.id);
    const times = { createdAt: now, expiresAt: now + sessionLifeMs };
    const id = await tx.insertSession({ digest, operatorId: operator.id, ...times, userAgent, address });
    await noteAct(deps, tx, { operator, address, requestId }, sessionAct('sign_in', id));
    return { id, operator, ...times, seenAt: now, userAgent, address };
  });
}

/** How often a session that is in use is written: each call would be a write of its own. */
const seenEveryMs = 60_000;

/**
 * @param use `background`: the page asks by itself, which says nothing of anybody being there.
 * @returns undefined where there is no such session, it has ended, or its operator was disabled.
 */
export async function resumeSession(
  { store, clock }: Pick<ConsoleDeps, 'store' | 'clock'>,
  digest: string,
  use: 'person' | 'background' = 'person',
): Promise<OperatorSession | undefined> {
  const session = await store.read.sessionByDigest(digest);
  const now = clock.now();
  if (session === undefined || hasEnded(session, now)) return undefined;
  if (use === 'background' || now - session.seenAt < seenEveryMs) return session;
  await store.transaction((tx) => tx.seeSession(session.id, now));
  return { ...session, seenAt: now };
}

export async function signOut(
  deps: Pick<ConsoleDeps, 'store' | 'clock'>,
  caller: ConsoleCaller,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await tx.endSession(caller.sessionId);
    await noteAct(deps, tx, caller, sessionAct('sign_out', caller.sessionId));
  });
}

function sessionAct(action: 'sign_in' | 'sign_out', id: number): ConsoleAct {
  return { action, targetKind: 'session', targetId: String(id), reason: null, before: null, after: null };
}
