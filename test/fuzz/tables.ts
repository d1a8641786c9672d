/** Finds out whether a request has changed the database, by a separate connection to the database. */

import { DatabaseSync } from 'node:sqlite';

export interface Tables {
  /** Returns the names of the tables that have changed since the last call. */
  takeChanges(): string[];
  close(): void;
}

/**
 * Tables that a refused request may write: the first request of a signed-in customer creates the user, a wrong password
 * is counted, and a use of an API token is recorded.
 */
const writtenByRefusals = [
  'users',
  'refused_sign_ins',
  'refused_notifications',
  'api_tokens',
  'sqlite_sequence',
];

export function openTables(file: string): Tables {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !writtenByRefusals.includes(name) && !name.startsWith('kysely'));
  const version = database.prepare('pragma data_version');
  // Every change shows in one of these figures: an order is changed in place, which increases its version, and all
  // other facts are new rows.
  const figures = [
    ...names.map((name) => `(select count(*) from ${name})`),
    '(select sum(version) from orders)',
  ];
  const statement = database.prepare(
    `select ${figures.map((figure, at) => `${figure} as f${at}`).join(', ')}`,
  );
  let lastVersion: unknown;
  let lastFigures: Record<string, unknown> | undefined;
  return {
    takeChanges() {
      const now = version.get()?.data_version;
      if (now === lastVersion) return [];
      lastVersion = now;
      const before = lastFigures;
      lastFigures = statement.get();
      if (before === undefined) return [];
      return [...names, 'orders.version'].filter((_name, at) => before[`f${at}`] !== lastFigures?.[`f${at}`]);
    },
    close: () => database.close(),
  };
}
