/**
 * All migrations in the order of their names. Append new migrations. Never change, rename or remove a
 * released migration.
 */

import type { Kysely } from 'kysely';
import { initialSchema } from './0001-initial-schema.ts';
import { consoleSchema } from './0002-console.ts';
import { environmentPassword } from './0003-environment-password.ts';
import { refusedSignIns } from './0004-refused-sign-ins.ts';
import { deliveredEvents } from './0005-delivered-events.ts';
import { notifiedMoney } from './0006-notified-money.ts';
import type { ColumnTypes } from './column-types.ts';

export type MigrationUp = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

export const migrations: Readonly<Record<string, MigrationUp>> = {
  '0001-initial-schema': initialSchema,
  '0002-console': consoleSchema,
  '0003-environment-password': environmentPassword,
  '0004-refused-sign-ins': refusedSignIns,
  '0005-delivered-events': deliveredEvents,
  '0006-notified-money': notifiedMoney,
};
