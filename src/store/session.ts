/** How the store's queries reach a database: what `sqlite/` and `postgres/` implement. No SQL here. */

import type { Message } from '../usecases/ports/store.ts';
import type { Dialect } from './dialect.ts';
import type { SqlValue, Statement } from './statement.ts';

/** What an execution of a statement is given. */
export type Values<P> = P & { readonly [Name in keyof P]: SqlValue };

/** A connection, or the transaction that is open on it. */
export interface Session {
  all<P, Row>(statement: Statement<P, Row>, values: Values<P>): Promise<Row[]>;
  first<P, Row>(statement: Statement<P, Row>, values: Values<P>): Promise<Row | undefined>;
  /** @returns how many rows were written or deleted. */
  run<P>(statement: Statement<P, unknown>, values: Values<P>): Promise<number>;
  /** Runs `work` so that all its reads see one state of the database. Within a transaction: that one. */
  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

export interface TransactionSession extends Session {
  /** Keeps other transactions that ask for the same name waiting until this one ends. */
  lockName(name: string): Promise<void>;
  publish(message: Message): void;
  /** Called in this process once the commit is durable, and never if it fails. Must not throw. */
  afterCommit(run: () => void): void;
}

export interface Engine {
  readonly dialect: Dialect;
  /** Outside any transaction. */
  readonly reader: Session;
  /** As `Store.transaction`. */
  transaction<T>(work: (session: TransactionSession) => Promise<T>): Promise<T>;
  /** As `Store.subscribe`. */
  subscribe(listener: (message: Message) => void): () => void;
  /** As `Store.publish`. */
  publish(message: Message): void;
  ping(): Promise<void>;
  /** The database's own clock; null where it is this machine's. */
  databaseTime(): Promise<number | null>;
  /** Lets the transactions that were begun end first. */
  close(): Promise<void>;
}
