/** Writes and reads the files of a data folder, for tests of backups. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import { writeEmptySqlite } from '../support/databases.ts';
import type { S3Server } from '../support/s3-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';

export interface ShopFolder {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** A temporary folder, in which the test can create other folders. */
  readonly folder: string;
  addFile(name: string): void;
}

/** Creates a data folder with a database, for which no service runs. */
export async function openShopFolder(
  t: Pick<TestContext, 'after'>,
  envOf: (dataDir: string) => Readonly<Record<string, string>>,
): Promise<ShopFolder> {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const dataDir = join(folder, 'shop');
  mkdirSync(dataDir, { recursive: true });
  await writeEmptySqlite(join(dataDir, 'photokiosk.db'));
  return { dataDir, env: envOf(dataDir), folder, addFile: (name) => addFile(dataDir, name) };
}

function addFile(dataDir: string, name: string): void {
  const file = join(dataDir, 'files/icons', name.slice(0, 2), `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `the picture ${name}`);
}

/** Adds the tombstone of a customer who is not in the database. */
export function addTombstone(dataDir: string, tombstone: string): void {
  const file = join(dataDir, 'files/erasures', tombstone.slice(0, 2), `${tombstone}.json`);
  mkdirSync(dirname(file), { recursive: true });
  const facts = { tombstone, kind: 'user', userId: 1, userCreatedAt: 1, orders: [], erasedAt: 2 };
  writeFileSync(file, JSON.stringify(facts));
}

/** The paths of all files below a folder that are not hidden. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function restoredFiles(dataDir: string): Record<string, string> {
  const folder = join(dataDir, 'files');
  return Object.fromEntries(
    filesBelow(folder).map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );
}

/** The environment variables of a service, with the credentials of the test server for buckets. */
export function envWith(dataDir: string, server: Pick<S3Server, 'credentials'>) {
  return {
    DATA_DIR: dataDir,
    SECRET_KEY: '1'.repeat(64),
    AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  };
}
