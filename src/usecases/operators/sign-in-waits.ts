/**
 * After wrong passwords and codes, a name and an address must wait before the next attempt, longer each time. The
 * counts are in the database, so that they are shared by all processes and survive a restart.
 */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { SignInFailures } from './sign-in-store.ts';

interface WaitRule {
  /** Number of wrong passwords before the first wait. */
  readonly freeTries: number;
  readonly waitMsMax: number;
}

const firstWaitMs = 5_000;
/** Counts expire after a day without wrong attempts. */
const rememberedMs = 24 * 60 * 60_000;
/**
 * One wrong attempt is forgotten after each period of this length, so that the typing errors of an office do not add
 * up over days. As long as the longest wait: a person who guesses more slowly than the waits demand gains no
 * additional guesses.
 */
const forgottenAfterMs = 60 * 60_000;

/**
 * A name waits at most a minute, an address up to an hour. An attacker at one address is blocked for an hour, but the
 * operator whose name the attacker uses waits at most a minute.
 */
const nameRule: WaitRule = { freeTries: 5, waitMsMax: 60_000 };
/**
 * An address may make more attempts than a name before it must wait, because the people in an office share
 * one address.
 */
const addressRule: WaitRule = { freeTries: 10, waitMsMax: forgottenAfterMs };

interface Subject {
  readonly key: string;
  readonly rule: WaitRule;
}

export interface Attempt {
  readonly name: string;
  /** The key by which rate limits count this client. */
  readonly client: string;
  /**
   * The id of a device from which the operator has signed in before. Only wrong passwords from this device make
   * attempts from the device wait.
   */
  readonly device?: string | null;
  /**
   * Whether the operator is signed in and proves the identity again. Such attempts are counted apart from sign-ins, so
   * that a person who guesses passwords at the sign-in does not make the operator wait.
   */
  readonly isInSession?: boolean;
  /**
   * Whether the client has proved the password of this name recently, so that `identify.ts` accepts this password from
   * the client while the name must wait. A wrong password of this client then counts for its address also during the
   * wait of the name; otherwise it could try any number of passwords, and only the right one would not return 429.
   */
  readonly isFromProvenClient?: boolean;
  /**
   * Whether this process remembers that the password of the attempt is right. The attempt is not counted unless the
   * name or the address must wait. So scripts at many new addresses may use the right password at the same time.
   */
  readonly isRemembered?: boolean;
}

/**
 * Returns what the attempt is counted for, always in the same order, so that two attempts cannot deadlock when they
 * lock these counts.
 */
function subjectsOf({ client, ...attempt }: Attempt): readonly Subject[] {
  return [addressSubject(client), { key: operatorKey(attempt), rule: nameRule }];
}

function addressSubject(client: string): Subject {
  return { key: `address ${client}`, rule: addressRule };
}

function operatorKey({ name, device = null, isInSession = false }: Omit<Attempt, 'client'>): string {
  if (isInSession) return `sessions of ${nameKey(name)}`;
  return device === null ? nameKey(name) : `device ${device}`;
}

function nameKey(name: string): string {
  return `name ${name.toLowerCase()}`;
}

/** @param tries consecutive wrong passwords, including the current one. */
export function waitAfterMs(tries: number, rule: WaitRule): number {
  if (tries < rule.freeTries) return 0;
  // The limit of 30 keeps the integers exact. A much smaller exponent already gives the longest wait.
  return Math.min(rule.waitMsMax, firstWaitMs * 2 ** Math.min(30, tries - rule.freeTries));
}

/**
 * Counts an attempt as wrong before its password is verified, so that parallel attempts all count.
 * @returns whether the attempt was counted. A remembered password is not.
 * @throws AppError `too_many_requests`
 */
export async function countAttempt(deps: Pick<Deps, 'store' | 'clock'>, attempt: Attempt): Promise<boolean> {
  const now = deps.clock.now();
  const { waitUntil, isCounted } = await deps.store.transaction(async (tx) => {
    await tx.signIns.purgeFailures(now - rememberedMs);
    const counted = [];
    for (const subject of subjectsOf(attempt)) {
      await tx.signIns.lock(subject.key);
      counted.push({ ...subject, before: await boundedFailures(tx, subject, now) });
    }
    const waiting = counted.filter(({ before }) => before !== undefined && before.waitUntil > now);
    // Decided under the locks. Otherwise many parallel guesses would all be compared with the remembered password before
    // the first of them was counted.
    if (waiting.length === 0 && attempt.isRemembered === true) return { waitUntil: now, isCounted: false };
    const mustAddressWait = waiting.some(({ rule }) => rule === addressRule);
    const isAddressCounted = attempt.isFromProvenClient === true && !mustAddressWait;
    for (const { key, rule, before } of counted) {
      if (waiting.length > 0 && !(rule === addressRule && isAddressCounted)) continue;
      const { tries: remembered, lastAt } = rememberedFailures(before, now);
      const tries = remembered + 1;
      await tx.signIns.saveFailures(key, { tries, waitUntil: now + waitAfterMs(tries, rule), lastAt });
    }
    const waitUntil = Math.max(now, ...waiting.map(({ before }) => before?.waitUntil ?? now));
    return { waitUntil, isCounted: true };
  });
  if (waitUntil > now) throw tooMany(waitUntil, now);
  return isCounted;
}

/**
 * @param client the key by which rate limits count this client.
 * @throws AppError `too_many_requests`: this address must wait. The waits of names do not matter here.
 */
export async function requireNoWait(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  client: string,
): Promise<void> {
  const now = clock.now();
  const { key, rule } = addressSubject(client);
  const before = await store.read.signIns.failures(key);
  if (before === undefined) return;
  // As in `boundedFailures`: after the clock was set back, the wait is at most a whole one.
  const waitUntil = Math.min(before.waitUntil, now + waitAfterMs(before.tries, rule));
  if (waitUntil > now) throw tooMany(waitUntil, now);
}

/**
 * Removes from the count what is forgotten by now. Called only for an attempt that need not wait, so that forgetting
 * does not shorten a wait.
 */
function rememberedFailures(
  before: SignInFailures | undefined,
  now: Instant,
): Pick<SignInFailures, 'tries' | 'lastAt'> {
  if (before === undefined) return { tries: 0, lastAt: now };
  // After the clock was set back, `lastAt` may be in the future.
  const lastAt = Math.min(before.lastAt, now);
  const forgotten = Math.floor((now - lastAt) / forgottenAfterMs);
  if (forgotten >= before.tries) return { tries: 0, lastAt: now };
  return { tries: before.tries - forgotten, lastAt: lastAt + forgotten * forgottenAfterMs };
}

/**
 * Reads the failed attempts. If the clock was set back, the remaining wait would be longer than a whole wait; then
 * the wait begins again.
 */
async function boundedFailures(
  tx: StoreTransaction,
  { key, rule }: Subject,
  now: Instant,
): Promise<SignInFailures | undefined> {
  const before = await tx.signIns.failures(key);
  if (before === undefined) return undefined;
  const waitUntil = now + waitAfterMs(before.tries, rule);
  if (before.waitUntil <= waitUntil) return before;
  const bounded = { tries: before.tries, waitUntil, lastAt: Math.min(before.lastAt, now) };
  await tx.signIns.saveFailures(key, bounded);
  return bounded;
}

function tooMany(waitUntil: Instant, now: Instant): AppError {
  return new AppError('too_many_requests', 'Too many wrong passwords. Please wait.', {
    reason: 'too_many_wrong_passwords',
    retryAfterS: Math.ceil((waitUntil - now) / 1000),
  });
}

/**
 * Call after a correct password. Clears the count of the name, or of the known device. Removes only this
 * attempt from the count of the address, because the address may have guessed passwords of other names.
 */
export async function forgiveAttempt(tx: StoreTransaction, attempt: Attempt, now: Instant): Promise<void> {
  for (const { key, rule } of subjectsOf(attempt)) {
    await tx.signIns.lock(key);
    const before = await tx.signIns.failures(key);
    if (before === undefined) continue;
    const tries = rule === nameRule ? 0 : Math.max(0, before.tries - 1);
    await tx.signIns.saveFailures(key, { tries, waitUntil: now, lastAt: before.lastAt });
  }
}

async function uncountAttempt(deps: Pick<Deps, 'store' | 'clock'>, attempt: Attempt): Promise<void> {
  const now = deps.clock.now();
  await deps.store.transaction((tx) => takeBackAttempt(tx, attempt, now));
}

/**
 * Runs `verify`, which checks or hashes a password. If it cannot, because too many people are signing in, the attempt
 * does not count as a wrong one.
 */
export async function uncountedOnError<T>(
  deps: Pick<Deps, 'store' | 'clock'>,
  attempt: Attempt,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    await uncountAttempt(deps, attempt);
    throw error;
  }
}

/** Removes this attempt from the counts. Earlier attempts stay counted. */
export async function takeBackAttempt(tx: StoreTransaction, attempt: Attempt, now: Instant): Promise<void> {
  for (const { key } of subjectsOf(attempt)) {
    await tx.signIns.lock(key);
    const before = await tx.signIns.failures(key);
    if (before === undefined) continue;
    await tx.signIns.saveFailures(key, { ...before, tries: Math.max(0, before.tries - 1), waitUntil: now });
  }
}

/** Call when an operator gets a new password: failed attempts with the old password no longer count. */
export async function forgiveName(tx: StoreTransaction, name: string, now: Instant): Promise<void> {
  await tx.signIns.lock(nameKey(name));
  const none: SignInFailures = { tries: 0, waitUntil: now, lastAt: now };
  await tx.signIns.saveFailures(nameKey(name), none);
}
