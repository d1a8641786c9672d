/**
 * Rules for transactions that hold on both databases. A transaction cannot be used after its end. A failed
 * statement makes the whole transaction fail, even where the caller catches the error: PostgreSQL would roll
 * back silently, and SQLite would commit the other statements. Messages are published after the commit.
 */

import type { Message } from '../usecases/ports/store.ts';
import type { Session, TransactionSession } from './session.ts';

export interface GuardedTransaction {
  readonly session: TransactionSession;
  /** The published messages without duplicates, in the order of their first publication. */
  messages(): Message[];
  /** Calls the functions that wait for the commit. */
  committed(): void;
  /** @throws the error of the first failed statement, if a statement has failed. */
  assertUsable(): void;
  end(): void;
}

export type BareSession = Pick<Session, 'all' | 'first' | 'run'>;

export function guardTransaction(
  bare: BareSession,
  lockName: (name: string) => Promise<void>,
): GuardedTransaction {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  let messages: Map<string, Message> | undefined;
  const afterCommit: (() => void)[] = [];

  function assertUsable(): void {
    if (ended) throw new Error('a transaction was used after its end');
    if (failure !== undefined) throw failure.error;
  }

  async function guarded<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  }

  const session: TransactionSession = {
    async all(statement, values) {
      assertUsable();
      return guarded(bare.all(statement, values));
    },
    async first(statement, values) {
      assertUsable();
      return guarded(bare.first(statement, values));
    },
    async run(statement, values) {
      assertUsable();
      return guarded(bare.run(statement, values));
    },
    snapshot: (work) => work(session),
    async lockName(name) {
      assertUsable();
      return guarded(lockName(name));
    },
    publish(message) {
      assertUsable();
      messages ??= new Map();
      messages.set(JSON.stringify(message), message);
    },
    afterCommit(run) {
      assertUsable();
      afterCommit.push(run);
    },
  };

  return {
    session,
    messages: () => (messages === undefined ? [] : [...messages.values()]),
    committed() {
      for (const run of afterCommit) run();
    },
    assertUsable,
    end() {
      ended = true;
    },
  };
}
