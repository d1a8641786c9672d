/** Dumps of whole databases as SQL: those of released versions are in the folders beside this file. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import pg from 'pg';
import { findBinaries } from '../support/postgres-server.ts';

/** Tables with their rows first; indexes and triggers follow, because triggers refuse some rows. */
export function dumpSqliteDatabase(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const objects = database
    .prepare(
      `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid`,
    )
    .all()
    .map(({ type, name, sql }) => ({ type, name: String(name), sql: String(sql) }));
  const tables = objects.filter(({ type }) => type === 'table');
  const lines = [
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) =>
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => `insert into "${name}" values (${Object.values(row).map(literal).join(', ')});`),
    ),
    ...objects.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
  ];
  database.close();
  return `${lines.join('\n')}\n`;
}

function literal(value: SQLOutputValue): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

export function restoreSqliteDatabase(file: string, dump: string): void {
  // Do not check foreign keys: the rows of a table may refer to rows of tables that follow in the dump.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(`begin;${dump}commit`);
  database.close();
}

/** @throws Error if this machine has no pg_dump. */
export function dumpPostgresDatabase(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', `--dbname=${url}`];
  const beside = join(findBinaries() ?? '', 'pg_dump');
  const program = existsSync(beside) ? beside : 'pg_dump';
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr);
  // Lines with a backslash are for psql only. Comments and empty lines would make most of the file.
  return stdout.replaceAll(/^(\\.*|--.*|)\n/gm, '');
}

export async function restorePostgresDatabase(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
