/**
 * Wrong passwords cost time, longer each time, by the name and by the address they come with. Kept in the
 * database, so that every process counts together and a restart forgets nothing.
 */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { SignInTries } from '../ports/console-store.ts';
import type { StoreTransaction } from '../ports/store.ts';

interface WaitRule {
  /** Wrong ones that cost nothing. */
  readonly freeTries: number;
  readonly waitMsMax: number;
}

const firstWaitMs = 5_000;
/** After a quiet day everything is forgiven. */
const rememberedMs = 24 * 60 * 60_000;

/**
 * A name waits less than an address: whoever guesses from one address is shut out of it for an hour, and whoever
 * the name belongs to still gets in between.
 */
const nameRule: WaitRule = { freeTries: 5, waitMsMax: 60_000 };
/** An office shares one address. */
const addressRule: WaitRule = { freeTries: 10, waitMsMax: 60 * 60_000 };

interface Subject {
  readonly key: string;
  readonly rule: WaitRule;
}

export interface Guess {
  readonly name: string;
  /** What counts as one client. */
  readonly client: string;
}

/** Always in this order, so that two guesses cannot wait for each other's locks. */
function subjectsOf({ name, client }: Guess): readonly Subject[] {
  return [
    { key: `address ${client}`, rule: addressRule },
    { key: nameKey(name), rule: nameRule },
  ];
}

function nameKey(name: string): string {
  return `name ${name.toLowerCase()}`;
}

/** @param tries wrong ones in a row, this one included. */
export function waitAfterMs(tries: number, rule: WaitRule): number {
  if (tries < rule.freeTries) return 0;
  // Beyond 2^30 the number would not matter any more: the longest wait is reached long before.
  return Math.min(rule.waitMsMax, firstWaitMs * 2 ** Math.min(30, tries - rule.freeTries));
}

/**
 * Counts a guess as wrong before it is judged: many at once are as many.
 * @throws AppError `too_many_requests`
 */
export async function countGuess(deps: Pick<Deps, 'store' | 'clock'>, guess: Guess): Promise<void> {
  const now = deps.clock.now();
  const waitUntil = await deps.store.transaction(async (tx) => {
    await tx.purgeSignInTries(now - rememberedMs);
    const counted = [];
    for (const subject of subjectsOf(guess)) {
      await tx.lockSignIn(subject.key);
      counted.push({ ...subject, before: await tx.signInTries(subject.key) });
    }
    const latest = Math.max(...counted.map(({ before }) => before?.waitUntil ?? now));
    if (latest > now) return latest;
    for (const { key, rule, before } of counted) {
      const tries = (before?.tries ?? 0) + 1;
      await tx.saveSignInTries(key, { tries, waitUntil: now + waitAfterMs(tries, rule), lastAt: now });
    }
    return now;
  });
  if (waitUntil > now) throw tooMany(waitUntil, now);
}

function tooMany(waitUntil: Instant, now: Instant): AppError {
  return new AppError('too_many_requests', 'Too many wrong passwords. Please wait.', {
    reason: 'too_many_wrong_passwords',
    retryAfterS: Math.ceil((waitUntil - now) / 1000),
  });
}

/** The guess was right: the name is forgiven, the address only this guess, as it may have guessed at others. */
export async function forgiveGuess(tx: StoreTransaction, guess: Guess, now: Instant): Promise<void> {
  for (const { key, rule } of subjectsOf(guess)) {
    await tx.lockSignIn(key);
    const before = await tx.signInTries(key);
    if (before === undefined) continue;
    const tries = rule === nameRule ? 0 : Math.max(0, before.tries - 1);
    await tx.saveSignInTries(key, { tries, waitUntil: now, lastAt: before.lastAt });
  }
}

/** It could not be judged, which is not the caller's doing. */
export async function takeBackGuess(deps: Pick<Deps, 'store' | 'clock'>, guess: Guess): Promise<void> {
  const now = deps.clock.now();
  await deps.store.transaction(async (tx) => {
    for (const { key } of subjectsOf(guess)) {
      await tx.lockSignIn(key);
      const before = await tx.signInTries(key);
      if (before === undefined) continue;
      await tx.saveSignInTries(key, { ...before, tries: Math.max(0, before.tries - 1), waitUntil: now });
    }
  });
}

/** A new password is not to wait for wrong guesses at the old one. */
export async function forgiveName(tx: StoreTransaction, name: string, now: Instant): Promise<void> {
  await tx.lockSignIn(nameKey(name));
  const none: SignInTries = { tries: 0, waitUntil: now, lastAt: now };
  await tx.saveSignInTries(nameKey(name), none);
}
