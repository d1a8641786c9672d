/**
 * Moves all files from one store to another, while the service uses both (`two-stores.ts`). A file is removed from the
 * former store only after the other store has returned it with the same SHA-256. If the move is interrupted, the next
 * one continues: a journal names the files that were on their way.
 *
 * A journal can be out of date: a later move may have gone in the other direction, or another machine may have
 * completed this one. So the journal never decides alone that a file is superfluous.
 */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileMissing } from '../usecases/ports/file-store.ts';
import { batchesOf } from './batches-of.ts';
import { requireFileKey } from './file-keys.ts';
import { hashFile, hashStream } from './hash-file.ts';
import { isMissing } from './is-missing.ts';
import type { ListedFiles } from './listed-files.ts';
import { writeDurableFile } from './write-durable-file.ts';

export interface MoveParts {
  readonly from: ListedFiles;
  readonly to: ListedFiles;
  /** Names both stores and the direction. The journal of a move with other names is ignored. */
  readonly route: string;
  /** The folder for the journal and the temporary files of this move. No other move may use it. */
  readonly folder: string;
  /** @returns those of the files that must be kept, because the database refers to them or they belong to no row. */
  readonly neededOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Called before files are removed. @throws Error unless this is still the only move. Two moves at the same time would
   * each take an original that the other one has removed for a file that the service has deleted.
   */
  readonly requireAlone: () => Promise<void>;
  /** Called after each batch with the number of files that have moved. */
  readonly moved?: (files: number) => void;
}

export interface MoveOutcome {
  readonly files: number;
  /** Keys whose content differs between the stores. Both files stay. */
  readonly different: readonly string[];
}

/**
 * The files that a move works on, for the case that the move is interrupted. In the phase `copying` the move does
 * not remove originals. A file that is missing in the former store after the interruption was therefore deleted by
 * the service, and its copy must be deleted, too, unless another move has moved the file since: then the database
 * still refers to it. In the phase `removing` the copies are complete, and the move itself removes the originals.
 */
interface Journal {
  readonly route: string;
  readonly phase: 'copying' | 'removing';
  readonly keys: readonly string[];
}

const batchSize = 32;

/** @throws Error when the bytes of a copy differ from those of the original. The original is then kept. */
export async function moveFiles(parts: MoveParts): Promise<MoveOutcome> {
  const { from, to, route, folder, requireAlone, moved = () => {} } = parts;
  const journalFile = join(folder, 'journal.json');
  const note = (journal: Omit<Journal, 'route'>) =>
    writeDurableFile(journalFile, JSON.stringify({ route, ...journal }));
  await finishInterrupted(await readJournal(journalFile), parts);
  let files = 0;
  const different: string[] = [];
  for await (const keys of batchesOf(from.keys(), batchSize)) {
    await note({ phase: 'copying', keys });
    const copied: string[] = [];
    await Promise.all(
      keys.map(async (key, index) => {
        const localFile = join(folder, `part-${index}`);
        const outcome = await copyFile({ from, to, key, localFile, requireAlone });
        if (outcome === 'copied') copied.push(key);
        if (outcome === 'different') different.push(key);
      }),
    );
    await note({ phase: 'removing', keys: copied });
    await requireAlone();
    await Promise.all(copied.map((key) => from.remove(key)));
    files += copied.length;
    moved(files);
  }
  await rm(journalFile, { force: true });
  return { files, different };
}

async function finishInterrupted(
  journal: Journal | null,
  { from, to, route, neededOf, requireAlone }: MoveParts,
): Promise<void> {
  if (journal?.phase !== 'copying' || journal.route !== route) return;
  const moved: string[] = [];
  for (const key of journal.keys) {
    if ((await from.get(key)) === undefined && (await to.get(key)) !== undefined) moved.push(key);
  }
  if (moved.length === 0) return;
  const needed = await neededOf(moved);
  await requireAlone();
  for (const key of moved) if (!needed.has(key)) await to.remove(key);
}

interface Copying extends Pick<MoveParts, 'from' | 'to' | 'requireAlone'> {
  readonly key: string;
  readonly localFile: string;
}

async function copyFile({
  from,
  to,
  key,
  localFile,
  requireAlone,
}: Copying): Promise<'copied' | 'gone' | 'different'> {
  try {
    await from.fetchTo(key, localFile);
    const hash = await hashFile(localFile);
    const existing = await hashIn(to, key);
    if (existing !== undefined && existing !== hash) return 'different';
    if (existing === undefined) {
      await to.put(key, localFile, requireFileKey(key).contentType);
      if ((await hashIn(to, key)) !== hash) {
        await to.remove(key);
        throw new Error('the store returned other bytes than it was given');
      }
    }
    // The service may have deleted the file while it was copied. Then the copy is removed, too.
    if ((await from.get(key)) !== undefined) return 'copied';
    await requireAlone();
    await to.remove(key);
    return 'gone';
  } catch (error) {
    if (error instanceof FileMissing) return 'gone';
    throw error;
  } finally {
    await rm(localFile, { force: true });
  }
}

async function hashIn(store: ListedFiles, key: string): Promise<string | undefined> {
  const stored = await store.get(key);
  return stored === undefined ? undefined : hashStream(await stored.open(null));
}

async function readJournal(file: string): Promise<Journal | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('phase' in value) || !('keys' in value)) {
    throw new Error('the journal of the move is damaged');
  }
  const keys = Array.isArray(value.keys) ? value.keys.filter((key) => typeof key === 'string') : [];
  const route = 'route' in value && typeof value.route === 'string' ? value.route : '';
  return { route, phase: value.phase === 'copying' ? 'copying' : 'removing', keys };
}
