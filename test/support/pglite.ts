/**
 * PGlite: PostgreSQL inside this process, without a server. PostgreSQL's `initdb`, compiled to WebAssembly, takes three
 * seconds of processor time, so the processes of a run of all tests share the data folders that it has made.
 */

import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * A copy begins with the recovery of a database that was not shut down. PostgreSQL then sets a timer for a report on the
 * progress, which would keep the process alive.
 */
const withoutProgressReports = [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'];

/**
 * Makes a database with the content that `fill` writes. The first process that asks for `name` calls `fill` and stores
 * the database in the folder that `PGLITE_CACHE` names. Later processes begin with a copy. Without the variable,
 * which `scripts/test.ts` sets, each process makes the database itself.
 * @param name names the content: equal names mean equal databases.
 */
export async function createPglite(
  name = 'empty',
  fill: (db: PGlite) => Promise<void> = async () => {},
): Promise<PGlite> {
  const folder = process.env.PGLITE_CACHE;
  const file = folder === undefined ? undefined : join(folder, `${name}.tar`);
  const stored = file === undefined ? null : await readFile(file).catch(() => null);
  if (stored !== null)
    return PGlite.create({ loadDataDir: new Blob([stored]), startParams: withoutProgressReports });
  const db = await PGlite.create();
  await fill(db);
  if (file !== undefined) {
    const partial = `${file}.${randomUUID()}`;
    // Another process may store the same database at the same time, so the complete file is renamed into its place.
    await writeFile(partial, (await db.dumpDataDir('none')).stream());
    await rename(partial, file);
  }
  return db;
}
