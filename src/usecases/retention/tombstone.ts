/**
 * Tombstones: one small file for each erasure, beside the stored pictures. A tombstone names the erased rows by their
 * ids and times of creation, and contains no personal data. After an older backup of the database has been restored,
 * the service finds the tombstones in the file store and erases the same customers again. Tombstones are never
 * removed.
 */

import type { Deps } from '../deps.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Random } from '../ports/tools.ts';
import { absorbedUsersOf } from './absorbed-users.ts';
import type { ErasedRow, Erasure, TombstoneFacts } from './erasure-store.ts';

/** The folder of the tombstones in the file store. */
export const tombstoneGroup = 'erasures';
const contentType = 'application/json';

export function newTombstone(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}

function keyOf(tombstone: string): string {
  return `${tombstoneGroup}/${tombstone}.json`;
}

/** @returns undefined for a file that is not a tombstone. */
export function tombstoneOfKey(key: string): string | undefined {
  return /^erasures\/([0-9a-f]{32})\.json$/.exec(key)?.[1];
}

type TombstoneDeps = Pick<Deps, 'store' | 'files' | 'scratch'>;

/** Writes the tombstone to the file store and records in the database that it is stored. */
export async function storeTombstone(
  { store, files, scratch }: TombstoneDeps,
  erasure: Erasure,
): Promise<void> {
  const { tombstone, kind, userId, userCreatedAt, orders, erasedAt } = erasure;
  const absorbed = await absorbedRows(store.read, userId);
  const facts: TombstoneFacts = { tombstone, kind, userId, userCreatedAt, orders, absorbed, erasedAt };
  const localFile = await scratch.write(JSON.stringify(facts));
  try {
    await files.put(keyOf(tombstone), localFile, contentType);
  } finally {
    await scratch.remove(localFile);
  }
  await store.transaction((tx) => tx.erasures.markStored(erasure.id));
}

async function absorbedRows(reads: StoreReads, userId: number): Promise<ErasedRow[]> {
  const rows: ErasedRow[] = [];
  for (const id of await absorbedUsersOf(reads, userId)) {
    const user = await reads.members.userById(id);
    if (user !== undefined) rows.push({ id, createdAt: user.createdAt });
  }
  return rows;
}

/** @throws Error if the file is damaged. */
export async function readTombstone({ files }: Pick<Deps, 'files'>, tombstone: string) {
  const file = await files.get(keyOf(tombstone));
  if (file === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.open(null)) chunks.push(chunk);
  return parseTombstone(JSON.parse(Buffer.concat(chunks).toString('utf8')), tombstone);
}

function parseTombstone(value: unknown, tombstone: string): TombstoneFacts {
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  // Tombstones of earlier versions do not name absorbed users.
  const { kind, userId, userCreatedAt, orders, absorbed = [], erasedAt } = fields;
  if (
    fields.tombstone !== tombstone ||
    (kind !== 'user' && kind !== 'order') ||
    typeof userId !== 'number' ||
    typeof userCreatedAt !== 'number' ||
    typeof erasedAt !== 'number' ||
    !Array.isArray(orders) ||
    !Array.isArray(absorbed)
  ) {
    throw new Error(`the tombstone ${tombstone} is damaged`);
  }
  return {
    tombstone,
    kind,
    userId,
    userCreatedAt,
    orders: orders.map(parseRow),
    absorbed: absorbed.map(parseRow),
    erasedAt,
  };
}

function parseRow(value: unknown): ErasedRow {
  const isObject = typeof value === 'object' && value !== null && 'id' in value && 'createdAt' in value;
  if (!isObject || typeof value.id !== 'number' || typeof value.createdAt !== 'number') {
    throw new Error('the tombstone has a damaged row');
  }
  return { id: value.id, createdAt: value.createdAt };
}
