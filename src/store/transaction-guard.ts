/**
 * Rules for transactions that hold on both databases. A transaction cannot be used after its end. A failed
 * statement makes the whole transaction fail, even where the caller catches the error: without this rule,
 * PostgreSQL would roll back silently, and SQLite would commit the other statements. Messages are published
 * after the commit.
 */

import type { Message } from '../usecases/ports/store.ts';
import type { TransactionSession, Values } from './session.ts';
import type { Statement } from './statement.ts';

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

/** The same interface as `Session`, but a synchronous driver returns its result, and throws, without a promise. */
export interface BareSession {
  all<P, Row>(statement: Statement<P, Row>, values: Values<P>): Row[] | Promise<Row[]>;
  first<P, Row>(statement: Statement<P, Row>, values: Values<P>): Row | undefined | Promise<Row | undefined>;
  run<P>(statement: Statement<P, unknown>, values: Values<P>): number | Promise<number>;
  insert<P>(statement: Statement<P, unknown>, values: Values<P>): number | Promise<number>;
}

export function guardTransaction(
  bare: BareSession,
  lockName: (name: string) => void | Promise<void>,
): GuardedTransaction {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  let messages: Map<string, Message> | undefined;
  const afterCommit: (() => void)[] = [];

  function assertUsable(): void {
    if (ended) throw new Error('a transaction was used after its end');
    if (failure !== undefined) throw failure.error;
  }

  function doom(error: unknown): never {
    failure ??= { error };
    throw error;
  }

  /** @param call runs a statement. */
  function guarded<T>(call: () => T | Promise<T>): Promise<T> {
    try {
      assertUsable();
      const answer = call();
      return answer instanceof Promise ? answer.catch(doom) : Promise.resolve(answer);
    } catch (error) {
      failure ??= { error };
      return Promise.reject(error);
    }
  }

  const session: TransactionSession = {
    all: (statement, values) => guarded(() => bare.all(statement, values)),
    first: (statement, values) => guarded(() => bare.first(statement, values)),
    run: (statement, values) => guarded(() => bare.run(statement, values)),
    insert: (statement, values) => guarded(() => bare.insert(statement, values)),
    snapshot: (work) => work(session),
    lockName: (name) => guarded(() => lockName(name)),
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
