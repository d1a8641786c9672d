/**
 * A file store over two stores, for the time in which files move from one to the other: new files are written to
 * the current store, and a file that is not yet in the current store is read from the former store.
 */

import { FileMissing, type StoredFile } from '../usecases/ports/file-store.ts';
import type { ListedFiles } from './listed-files.ts';

export function overTwoStores(current: ListedFiles, former: ListedFiles): ListedFiles {
  /** Looks in the current store a second time, because the file may have moved after the first look. */
  async function find(key: string): Promise<StoredFile | undefined> {
    const found = (await current.get(key)) ?? (await former.get(key)) ?? (await current.get(key));
    if (found === undefined) return undefined;
    return { ...found, open: (client) => openWhereItIs(found, key, client) };
  }

  async function openWhereItIs(found: StoredFile, key: string, client: string | null) {
    try {
      return await found.open(client);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      const moved = await current.get(key);
      if (moved === undefined) throw error;
      return moved.open(client);
    }
  }

  return {
    put: current.put,
    get: find,
    async fetchTo(key, localFile) {
      for (const store of [current, former]) {
        try {
          return await store.fetchTo(key, localFile);
        } catch (error) {
          if (!(error instanceof FileMissing)) throw error;
        }
      }
      return current.fetchTo(key, localFile);
    },
    async remove(key) {
      // `move-files.ts` stores a copy in the current store and then looks whether the former store still has the
      // file. Because this call removes the file from the former store first, either the move finds the file
      // missing and removes the copy, or this call removes the copy.
      await former.remove(key);
      await current.remove(key);
    },
    async *keys(group) {
      // List the former store first, so that a file that moves during the listing is listed at least once.
      const seen = new Set<string>();
      for (const store of [former, current]) {
        for await (const key of store.keys(group)) {
          if (seen.has(key)) continue;
          seen.add(key);
          yield key;
        }
      }
    },
  };
}
