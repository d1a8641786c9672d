/**
 * What holds for a transaction on both databases: it cannot be used after its end, a statement that failed
 * dooms it even where its caller went on (PostgreSQL would silently roll back, SQLite would commit the
 * rest), and its messages wait for the commit.
 */

import type { Message } from '../usecases/ports/store.ts';
import type { Session, TransactionSession } from './session.ts';

export interface GuardedTransaction {
  readonly session: TransactionSession;
  /** Without repeats, in the order of the first. */
  messages(): Message[];
  /** Runs what waited for the commit. */
  committed(): void;
  /** @throws the failure of the statement that doomed it, if any. */
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
