/**
 * Stores uploads, results and icons, for example on a local disk. The service makes all keys; a client never chooses
 * a key.
 */

import type { Readable } from 'node:stream';
import type { Instant } from '../../domain/zoned-time.ts';

export interface StoredFile {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** When the file was stored, by the clock of the file store. An object store reports whole seconds. */
  readonly storedAt: Instant;
  /**
   * @param client the client to which the bytes are sent as fast as it reads them; null: this process reads all bytes
   * at once. A client that reads slowly must not hold what the service needs for its own reads and writes.
   * @throws FileMissing
   */
  open(client: string | null): Promise<Readable>;
  /**
   * @returns a URL with which the client can fetch the file directly from the file store, within a minute. Absent if
   * clients fetch files through the service.
   */
  readonly directLink?: () => Promise<string>;
}

export interface FileStore {
  /**
   * Stores a local file under `key` and overwrites an existing one. The write is atomic, and durable when the promise
   * resolves.
   * @throws Error when the local file is a link: a manipulated image process could have made it lead to a secret.
   */
  put(key: string, localFile: string, contentType: string): Promise<void>;
  /** @returns undefined when the file does not exist. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Copies the file to a local path, where an image process can read it. @throws FileMissing */
  fetchTo(key: string, localFile: string): Promise<void>;
  /** Does nothing when the file does not exist. */
  remove(key: string): Promise<void>;
  /**
   * The keys of all files of a group, in no particular order. The group is the part of a key before the slash. A file
   * that changes during the listing may be left out.
   */
  keys(group: string): AsyncIterable<string>;
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`no file ${key}`);
    this.name = 'FileMissing';
  }
}
