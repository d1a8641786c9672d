/**
 * The interface through which the store runs statements. `sqlite/` and `postgres/` implement it. Contains no
 * SQL.
 */

import type { Message } from '../usecases/ports/store.ts';
import type { Dialect } from './dialect.ts';
import type { SqlValue, Statement } from './statement.ts';

/** The values that one execution of a statement binds to its placeholders. */
export type Values<P> = P & { readonly [Name in keyof P]: SqlValue };

/** A connection, or the transaction that is open on it. */
export interface Session {
  all<P, Row>(statement: Statement<P, Row>, values: Values<P>): Promise<Row[]>;
  first<P, Row>(statement: Statement<P, Row>, values: Values<P>): Promise<Row | undefined>;
  /** @returns how many rows were written or deleted. */
  run<P>(statement: Statement<P, unknown>, values: Values<P>): Promise<number>;
  /**
   * Runs `work` so that all its reads see one state of the database. In a transaction, the reads also see the
   * transaction's own writes.
   */
  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

export interface TransactionSession extends Session {
  /** Inserts one row. The statement ends with the `returningId` of its dialect. @returns the id of the row. */
  insert<P>(statement: Statement<P, unknown>, values: Values<P>): Promise<number>;
  /** Makes other transactions that lock the same name wait until this transaction ends. */
  lockName(name: string): Promise<void>;
  publish(message: Message): void;
  /**
   * Calls `run` in this process after the commit is durable, and never if the commit fails. `run` must not
   * throw.
   */
  afterCommit(run: () => void): void;
}

export interface Engine {
  readonly dialect: Dialect;
  /** A session whose reads run outside transactions. */
  readonly reader: Session;
  /** A `reader` for reads that may take seconds and must not delay other calls. Default: `reader`. */
  readonly reports?: Session;
  /** The same as `Store.transaction`. */
  transaction<T>(work: (session: TransactionSession) => Promise<T>): Promise<T>;
  /** The same as `Store.subscribe`. */
  subscribe(listener: (message: Message) => void): () => void;
  /** The same as `Store.publish`. */
  publish(message: Message): void;
  ping(): Promise<void>;
  /** The time of the database's clock; null where the database uses the clock of this machine. */
  databaseTime(): Promise<number | null>;
  /**
   * The same as `Store.dropDeletedBytes`. Absent if the database itself removes the bytes of deleted rows from its
   * files.
   */
  dropDeletedBytes?(): Promise<boolean>;
  /** Waits for the end of the transactions that have begun. */
  close(): Promise<void>;
}
