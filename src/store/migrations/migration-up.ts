/** What a migration file exports as `up`. */

import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export type MigrationUp = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;
