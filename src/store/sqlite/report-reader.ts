/**
 * Reads for the self-audit and for reports. SQLite's driver is synchronous, and such a read takes up to seconds, so
 * the reads run in a thread and the event loop serves requests meanwhile. The thread starts with the first read and
 * does not keep the process alive.
 */

import { Worker } from 'node:worker_threads';
import { sqliteDialect } from '../dialect.ts';
import type { Session } from '../session.ts';
import type { SqlValue } from '../statement.ts';

export interface ReportQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export type ReportAnswer =
  | {
      /** `part`: more rows follow. */
      readonly kind: 'part' | 'end';
      readonly names: readonly string[];
      /** Each row is an array of values. */
      readonly rows: readonly unknown[];
    }
  | {
      readonly kind: 'failed';
      readonly error: string;
      /** SQLite's result code; null for another error. */
      readonly errcode: number | null;
    };

export interface ReportReader {
  readonly session: Session;
  close(): Promise<void>;
}

export function createReportReader(file: string): ReportReader {
  let thread: Worker | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  function startedThread(): Worker {
    if (closed) throw new Error('the store is closed');
    if (thread !== undefined) return thread;
    const made = new Worker(new URL('./report-thread.ts', import.meta.url), { workerData: file });
    // Ignore the error: a thread that has ended unexpectedly is replaced at the next read.
    made.on('error', () => undefined);
    made.once('exit', () => {
      if (thread === made) thread = undefined;
    });
    thread = made;
    return made;
  }

  async function read(query: ReportQuery): Promise<object[]> {
    return readFrom(startedThread(), query);
  }

  /** Reads and snapshots run one after the other, because they share the connection. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  const unordered: Pick<Session, 'all' | 'first' | 'run'> = {
    async all(statement, values) {
      const compiled = statement.compiled(sqliteDialect);
      return statement.rows(await read({ text: compiled.sql, values: compiled.bind(values) }));
    },
    async first(statement, values) {
      return (await this.all(statement, values))[0];
    },
    async run() {
      throw new Error('a report cannot write');
    },
  };

  async function snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await read({ text: 'begin', values: [] });
    try {
      const session: Session = { ...unordered, snapshot: (inner) => inner(session) };
      return await work(session);
    } finally {
      await read({ text: 'commit', values: [] });
    }
  }

  return {
    session: {
      all: (statement, values) => inTurn(() => unordered.all(statement, values)),
      first: (statement, values) => inTurn(() => unordered.first(statement, values)),
      run: unordered.run,
      snapshot: (work) => inTurn(() => snapshot(work)),
    },
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}

function readFrom(thread: Worker, query: ReportQuery): Promise<object[]> {
  return new Promise((resolve, reject) => {
    const rows: object[] = [];
    function settle(end: () => void): void {
      thread.off('message', take);
      thread.off('error', fail);
      thread.off('exit', ended);
      thread.unref();
      end();
    }
    function take(answer: ReportAnswer): void {
      if (answer.kind === 'failed') {
        settle(() => reject(failureOf(answer)));
        return;
      }
      for (const row of answer.rows) rows.push(objectOf(answer.names, row));
      if (answer.kind === 'end') settle(() => resolve(rows));
    }
    const fail = (error: unknown) => settle(() => reject(error));
    const ended = () => fail(new Error('the thread for reports has ended'));
    thread.on('message', take);
    thread.on('error', fail);
    thread.on('exit', ended);
    // The process must not end while a read is under way.
    thread.ref();
    thread.postMessage(query);
  });
}

function failureOf({ error, errcode }: Extract<ReportAnswer, { kind: 'failed' }>): Error {
  return errcode === null ? new Error(error) : Object.assign(new Error(error), { errcode });
}

function objectOf(names: readonly string[], values: unknown): object {
  if (!Array.isArray(values)) throw new Error('the driver returned no array');
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) row[name] = values[at];
  return row;
}
