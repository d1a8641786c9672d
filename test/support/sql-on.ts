/** Runs SQL on a SQLite file without the service, on a connection of its own. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

export interface SqlOnFile {
  /** Runs one statement. */
  sql(text: string, ...values: SQLInputValue[]): void;
  /** Reads with one statement. */
  rows(text: string, ...values: SQLInputValue[]): Record<string, unknown>[];
}

export function sqlOn(file: string): SqlOnFile {
  function withDatabase<T>(use: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(file);
    try {
      return use(database);
    } finally {
      database.close();
    }
  }
  return {
    sql: (text, ...values) => void withDatabase((database) => database.prepare(text).run(...values)),
    rows: (text, ...values) => withDatabase((database) => database.prepare(text).all(...values)),
  };
}
