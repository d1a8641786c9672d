/** What a migration file exports. */

import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export interface Migration {
  /**
   * Indexes on tables of earlier migrations, for columns that exist before `up` runs. On PostgreSQL, orders can be
   * placed and paid while these indexes are built. The index of a new column belongs in the `indexes` of a later
   * migration. Empty if the file exports none.
   */
  readonly indexes: readonly NewIndex[];
  readonly up: MigrationUp;
}

/** Changes the schema in one transaction. An index on a table of an earlier migration belongs in `indexes`. */
export type MigrationUp = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

export interface NewIndex {
  readonly name: string;
  /** The text of `create index` after `on`: the table, the columns and the condition. */
  readonly on: string;
}
