/**
 * An act is one change of the database together with everything that its steps need: the transaction that they
 * write to, who causes the change, and the ports that they read.
 */

import type { Actor } from '../domain/order-events.ts';
import type { Deps } from './deps.ts';
import type { StoreTransaction } from './ports/store.ts';

export interface Cause {
  /** Written into the history of the orders that the act changes. */
  readonly actor: Actor;
  /** The request that caused the act, for the log; null: no request did. */
  readonly requestId: string | null;
}

export interface Act extends Cause, Pick<Deps, 'clock' | 'random' | 'settings'> {
  readonly tx: StoreTransaction;
}

export type ActDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>;

export const system: Actor = { kind: 'system' };

/** Runs `work` as one transaction. `work` may run again from its beginning, as `Store.transaction` says. */
export function perform<T>(deps: ActDeps, cause: Cause, work: (act: Act) => Promise<T>): Promise<T> {
  return deps.store.transaction((tx) => work(actIn(tx, deps, cause)));
}

/** The act in a transaction that has begun already. */
export function actIn(tx: StoreTransaction, deps: Omit<ActDeps, 'store'>, cause: Cause): Act {
  const { clock, random, settings } = deps;
  return { tx, clock, random, settings, actor: cause.actor, requestId: cause.requestId };
}

/** A step of `act` that somebody else causes. */
export function causedBy(act: Act, actor: Actor): Act {
  return { ...act, actor };
}
