/**
 * An act is one change of the database. It holds what each step of the change needs: the transaction, who causes the
 * change, the clock, random bytes and the settings.
 */

import type { Actor } from '../domain/order-events.ts';
import type { Deps } from './deps.ts';
import type { StoreTransaction } from './ports/store.ts';

export interface Cause {
  /** Who causes the act. The history of every order that the act changes records the actor. */
  readonly actor: Actor;
  /** The id of the request that caused the act, for the log; null: no request caused it. */
  readonly requestId: string | null;
}

export interface Act extends Cause, Pick<Deps, 'clock' | 'random' | 'settings'> {
  readonly tx: StoreTransaction;
}

export type ActDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>;

export const system: Actor = { kind: 'system' };

/**
 * Runs `work` as one transaction. The database may run `work` more than once, so `work` must obey the rules of
 * `Store.transaction`.
 */
export function perform<T>(deps: ActDeps, cause: Cause, work: (act: Act) => Promise<T>): Promise<T> {
  return deps.store.transaction((tx) => work(actIn(tx, deps, cause)));
}

/** Builds an act for a transaction that has already begun. */
export function actIn(tx: StoreTransaction, deps: Omit<ActDeps, 'store'>, cause: Cause): Act {
  const { clock, random, settings } = deps;
  return { tx, clock, random, settings, actor: cause.actor, requestId: cause.requestId };
}

/** Returns the act with another actor. A payment, for example, is caused by its provider. */
export function causedBy(act: Act, actor: Actor): Act {
  return { ...act, actor };
}
