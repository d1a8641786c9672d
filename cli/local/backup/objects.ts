/**
 * The port of a place with backups: named objects in a folder or a bucket. An object appears complete and durable, or
 * not at all. Names are paths such as `files/uploads/ab/abcd.jpg`, and are the same in a folder and in a bucket.
 */

export interface BackupObjects {
  /** The folder, or the bucket with its prefix, for messages. */
  readonly place: string;
  /** A folder on the disk of the objects, where a file that is being made may lie; null: there is none. */
  readonly staging: string | null;
  /** Whether `lock` keeps other backups out. A bucket has no locks. */
  readonly isExclusive: boolean;
  /** Makes the place ready for `put`. @throws StartError when another backup runs, or the place refuses. */
  lock(): Promise<{ release(): void }>;
  /** The names that begin with the prefix, in the order of the place. */
  names(prefix: string): AsyncIterable<string>;
  /** Stores a local file, which is then gone. */
  put(name: string, localFile: string): Promise<void>;
  /** @throws FileMissing */
  fetchTo(name: string, localFile: string): Promise<void>;
  /** Removes an object that `names` has returned. */
  remove(name: string): Promise<void>;
}

export async function hasObject({ names }: BackupObjects, name: string): Promise<boolean> {
  for await (const found of names(name)) if (found === name) return true;
  return false;
}
