/**
 * All migrations: the files of this folder whose names begin with four digits, in the order of their names. Append new
 * files. Never change, rename or remove a released one.
 */

import { readdirSync } from 'node:fs';
import type { Migration, MigrationUp, NewIndex } from './migration.ts';

const folder = new URL('.', import.meta.url);

export const migrations: Readonly<Record<string, Migration>> = await readMigrations();

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name));
  const read: Record<string, Migration> = {};
  for (const file of files.sort()) {
    const exported: { readonly up?: unknown; readonly indexes?: unknown } = await import(
      new URL(file, folder).href
    );
    const { up, indexes = [] } = exported;
    if (!isUp(up) || !areIndexes(indexes)) {
      throw new Error(`the migration ${file} must export a function up, and may export an array indexes`);
    }
    read[file.replace('.ts', '')] = { up, indexes };
  }
  return read;
}

function isUp(value: unknown): value is MigrationUp {
  return typeof value === 'function';
}

function areIndexes(value: unknown): value is readonly NewIndex[] {
  return Array.isArray(value) && value.every((index) => 'name' in index && 'on' in index);
}
