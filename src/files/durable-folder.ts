/**
 * Creates folders, and syncs the names of folders and files to the disk, so that no name is lost in a power failure.
 */

import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The files are photos of people: only the system user of the service may read them. */
const folderMode = 0o700;

/** Creates a folder and its missing parents. The name of each created folder is durable. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  // Sync the name of the folder even if the folder exists, because the process that created it may have ended before
  // it synced the name.
  await syncFolder(dirname(path));
  if (first === undefined) return;
  for (let made = dirname(path); made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/**
 * @returns a function that makes a folder and its parent, and syncs their names once. A later call for the same folder
 * waits for the first sync, because a folder that exists may not be durable yet.
 */
export function durableFolders(): (path: string) => Promise<void> {
  const synced = new Map<string, Promise<void>>();
  return async (path) => {
    const first = await mkdir(path, { recursive: true, mode: folderMode });
    const known = first === undefined ? synced.get(path) : undefined;
    if (known !== undefined) return known;
    const syncing = makeDurableFolder(dirname(path)).then(() => makeDurableFolder(path));
    synced.set(path, syncing);
    syncing.catch(() => synced.delete(path));
    return syncing;
  };
}

/**
 * @returns a function that makes the present names in a folder durable. Calls for the same folder that arrive during a
 * sync share the next one, because a sync covers only what changed before it began.
 */
export function sharedFolderSyncs(sync = syncFolder): (path: string) => Promise<void> {
  /** The syncs that have not begun yet. */
  const waiting = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<void>>();
  async function syncNext(path: string): Promise<void> {
    // An error of the earlier sync belongs to the callers of that sync.
    await running.get(path)?.catch(() => undefined);
    waiting.delete(path);
    const current = sync(path);
    running.set(path, current);
    try {
      await current;
    } finally {
      if (running.get(path) === current) running.delete(path);
    }
  }
  return (path) => {
    const shared = waiting.get(path) ?? syncNext(path);
    waiting.set(path, shared);
    return shared;
  };
}

/** Makes the names of the files in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isNotSyncable(error)) throw error;
  }
}

/**
 * Windows cannot open folders, and does not need the sync: its file system journals renames. Elsewhere, a parent of the
 * data folder may be closed to this process.
 */
function isNotSyncable(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EISDIR', 'EPERM', 'EACCES'].includes(String(error.code))
  );
}
