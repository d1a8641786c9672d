/** The SQLite database of a copy, as its source or as its target. */

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type CopiedRow, type CopiedTable, type CopyTarget, columnsOf, quoted } from './copied-table.ts';

export interface SqliteCopy extends CopyTarget {
  commit(): void;
  /** Without a commit, all changes are rolled back. */
  close(): void;
}

const batchRows = 1_000;

/** @param file a database of this version, which no other process uses. */
export function openSqliteCopy(file: string): SqliteCopy {
  // Tables are filled one after another, so foreign keys are checked at the end.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('begin');
  const inserts = new Map<string, StatementSync>();
  function insertInto(table: CopiedTable): StatementSync {
    const places = table.columns.map(() => '?').join(', ');
    const made =
      inserts.get(table.name) ??
      database.prepare(`insert into ${quoted(table.name)} (${columnsOf(table)}) values (${places})`);
    inserts.set(table.name, made);
    return made;
  }
  return {
    async *rows(table) {
      const statement = database.prepare(`select ${columnsOf(table)} from ${quoted(table.name)}`);
      statement.setReturnArrays(true);
      let batch: CopiedRow[] = [];
      for (const row of statement.iterate()) {
        // The cast is safe: with `setReturnArrays`, a row is an array, and all columns are texts and numbers.
        batch.push(row as unknown as CopiedRow);
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async lastId({ name }) {
      return Number(database.prepare('select seq from sqlite_sequence where name = ?').get(name)?.seq ?? 0);
    },
    async insert(table, rows) {
      const statement = insertInto(table);
      for (const row of rows) statement.run(...row);
    },
    async setLastId({ name }, id) {
      if (id === 0) return;
      const { changes } = database.prepare('update sqlite_sequence set seq = ? where name = ?').run(id, name);
      if (changes === 0)
        database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, id);
    },
    commit() {
      const [broken] = database.prepare('pragma foreign_key_check').all();
      if (broken !== undefined)
        throw new Error(`the copy of ${String(broken.table)} lacks a row of another table`);
      database.exec('commit');
      // Moves the content of the write-ahead log into the file, which can then be renamed.
      database.exec('pragma wal_checkpoint(truncate)');
    },
    close: () => database.close(),
  };
}
