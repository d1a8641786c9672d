/** Which stored files the database needs, for commands that remove files. */

import type { Config } from '../../src/config.ts';
import { openDatabaseReadOnly } from '../../src/main/database.ts';
import type { Log } from '../../src/usecases/ports/tools.ts';

/** The groups of files of customers. Icons and tombstones of erased customers always stay. */
export const customerGroups = ['uploads', 'results'] as const;

/**
 * @returns those of the files that a row refers to, and those that are no files of customers.
 * @throws StartError when the database is absent or of another version.
 */
export async function neededFiles(
  config: Config,
  keys: readonly string[],
  log: Log,
): Promise<ReadonlySet<string>> {
  const { store } = await openDatabaseReadOnly(config, log);
  try {
    const known = new Set(await store.read.selfAudit.filesWithRow());
    const ofCustomers = (key: string) => customerGroups.some((group) => key.startsWith(`${group}/`));
    return new Set(keys.filter((key) => known.has(key) || !ofCustomers(key)));
  } finally {
    await store.close();
  }
}
