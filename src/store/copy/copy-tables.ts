/** Copies the rows of all tables into an empty database, and verifies the copy. */

import { hash } from 'node:crypto';
import type { CopiedRow, CopiedTable, CopySource, CopyTarget } from './copied-table.ts';

/** The number of rows of a table, and a sum over their hashes that does not depend on the order of the rows. */
interface Digest {
  readonly rows: number;
  readonly sum: bigint;
}

/**
 * Reads the copied rows again and compares them with the source.
 * @returns the number of copied rows.
 * @throws Error when the copy differs.
 */
export async function copyTables(
  tables: readonly CopiedTable[],
  source: CopySource,
  target: CopyTarget,
): Promise<number> {
  const digests = new Map<CopiedTable, Digest>();
  for (const table of tables) {
    digests.set(table, await digestOf(source.rows(table), (rows) => target.insert(table, rows)));
    if (table.hasGeneratedId) await target.setLastId(table, await source.lastId(table));
  }
  let copied = 0;
  for (const [table, { rows, sum }] of digests) {
    const digest = await digestOf(target.rows(table));
    if (digest.rows !== rows || digest.sum !== sum) throw new Error(`the copy of ${table.name} differs`);
    copied += rows;
  }
  return copied;
}

async function digestOf(
  batches: AsyncIterable<readonly CopiedRow[]>,
  each: (rows: readonly CopiedRow[]) => Promise<void> = async () => {},
): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  for await (const batch of batches) {
    for (const row of batch) sum += BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, 16)}`);
    sum = BigInt.asUintN(64, sum);
    rows += batch.length;
    await each(batch);
  }
  return { rows, sum };
}
