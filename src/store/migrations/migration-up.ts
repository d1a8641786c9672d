/** The type of the function that a migration file exports under the name `up`. */

import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export type MigrationUp = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;
