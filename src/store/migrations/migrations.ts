/**
 * All migrations: the files of this folder whose names begin with four digits, in the order of their names. Append new
 * files. Never change, rename or remove a released one.
 */

import { readdirSync } from 'node:fs';
import type { MigrationUp } from './migration-up.ts';

const folder = new URL('.', import.meta.url);

export const migrations: Readonly<Record<string, MigrationUp>> = await readMigrations();

async function readMigrations(): Promise<Record<string, MigrationUp>> {
  const files = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name));
  const read: Record<string, MigrationUp> = {};
  for (const file of files.sort()) {
    const { up }: { readonly up?: unknown } = await import(new URL(file, folder).href);
    if (!isMigration(up)) throw new Error(`the migration ${file} exports no function up`);
    read[file.replace('.ts', '')] = up;
  }
  return read;
}

function isMigration(up: unknown): up is MigrationUp {
  return typeof up === 'function';
}
