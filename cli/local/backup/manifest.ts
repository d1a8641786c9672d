/** The list of what a backup contains. It is stored last, so a backup without a manifest is incomplete. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { StartError } from '../../../src/domain/start-error.ts';
import { ArgumentError } from '../argument-error.ts';
import { WrongIdentity } from './age.ts';
import { backupNameForm, backupsPrefix, type DatabaseKind, manifestName } from './object-names.ts';
import type { BackupObjects } from './objects.ts';
import type { Seal } from './seal.ts';

export interface Manifest {
  readonly kind: DatabaseKind;
  /** Hexadecimal SHA-256 of the database. */
  readonly database: string;
  /** Hexadecimal SHA-256 of each stored file, by its key. */
  readonly files: Readonly<Record<string, string>>;
  /** The key of the names of the objects; null: the place is not encrypted. */
  readonly nameKey: string | null;
}

export interface FoundBackup {
  readonly name: string;
  readonly isComplete: boolean;
}

export interface OpenPlace {
  readonly objects: BackupObjects;
  readonly seal: Seal;
  /** A path for a temporary file. */
  readonly part: string;
}

/** All backups of the kind that the seal opens, complete ones and others, the oldest first. */
export async function listBackups({ objects, seal }: Omit<OpenPlace, 'part'>): Promise<FoundBackup[]> {
  const complete = new Map<string, boolean>();
  for await (const object of objects.names(backupsPrefix)) {
    const [, name, part] = backupNameForm.exec(object) ?? [];
    if (name === undefined) continue;
    complete.set(name, complete.get(name) === true || part === `${manifestName}${seal.ending}`);
  }
  return [...complete]
    .map(([name, isComplete]) => ({ name, isComplete }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** @throws StartError when there is no complete backup, or none with this name. */
export async function chooseBackup(
  place: Omit<OpenPlace, 'part'>,
  name: string | undefined,
): Promise<string> {
  const complete = (await listBackups(place)).filter(({ isComplete }) => isComplete);
  const chosen = name === undefined ? complete.at(-1) : complete.find((one) => one.name === name);
  if (chosen !== undefined) return chosen.name;
  const { objects, seal } = place;
  for await (const object of objects.names(backupsPrefix)) {
    if (object.endsWith(`/${manifestName}`) && seal.ending !== '') {
      throw new ArgumentError(`The backups in ${objects.place} are not encrypted: leave out --identity.`);
    }
    if (object.endsWith(`/${manifestName}.age`) && seal.ending === '') {
      throw new ArgumentError(
        `The backups in ${objects.place} are encrypted: name the file of the identity with --identity.`,
      );
    }
  }
  if (name !== undefined) throw new ArgumentError(`${objects.place} contains no complete backup ${name}.`);
  throw new StartError(`${objects.place} contains no complete backup.`);
}

/** @throws WrongIdentity, or StartError when the manifest is damaged. */
export async function readManifest({ objects, seal, part }: OpenPlace, name: string): Promise<Manifest> {
  const object = `${name}/${manifestName}${seal.ending}`;
  try {
    await objects.fetchTo(object, part);
    await openObject(seal, part, object);
    return parseManifest(JSON.parse(await readFile(part, 'utf8')), object);
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartError(`${object} is damaged.`, { cause: error });
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

export async function writeManifest(
  { objects, seal, part }: OpenPlace,
  name: string,
  { nameKey, ...rest }: Manifest,
): Promise<void> {
  const text = JSON.stringify(nameKey === null ? rest : { ...rest, nameKey });
  await writeFile(part, text, { mode: 0o600 });
  await seal.close(part, 'manifest');
  await objects.put(`${name}/${manifestName}${seal.ending}`, part);
}

/** Replaces a fetched object by its content. @throws WrongIdentity, or StartError when it is damaged. */
export async function openObject(seal: Seal, file: string, what: string): Promise<void> {
  try {
    await seal.open(file);
  } catch (cause) {
    if (cause instanceof WrongIdentity || (cause instanceof Error && 'path' in cause)) throw cause;
    throw new StartError(`The backup is damaged: ${what} cannot be decrypted.`, { cause });
  }
}

function parseManifest(value: unknown, object: string): Manifest {
  const isObject = typeof value === 'object' && value !== null && 'database' in value && 'files' in value;
  if (!isObject || typeof value.database !== 'string' || typeof value.files !== 'object') {
    throw new StartError(`${object} is damaged.`);
  }
  const files = Object.entries(value.files ?? {}).map(([key, hash]) => [key, String(hash)] as const);
  // Backups of older versions are of SQLite and do not say so.
  const kind = 'kind' in value && value.kind === 'postgres' ? 'postgres' : 'sqlite';
  const nameKey = 'nameKey' in value && typeof value.nameKey === 'string' ? value.nameKey : null;
  return { kind, database: value.database, files: Object.fromEntries(files), nameKey };
}
