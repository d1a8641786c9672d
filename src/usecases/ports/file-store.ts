/** Where uploads and results live: local disk, or an object store. Keys are ours, never a caller's text. */

import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly sizeBytes: number;
  readonly contentType: string;
  open(): Promise<Readable>;
}

export interface FileStore {
  /** Stores a local file under `key`, whole or not at all, durable when it resolves. Overwrites. */
  put(key: string, localFile: string, contentType: string): Promise<void>;
  /** @returns undefined when there is no such file. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Makes the file readable at a local path for an image child process. @throws FileMissing */
  fetchTo(key: string, localFile: string): Promise<void>;
  /** No error when it is not there. */
  remove(key: string): Promise<void>;
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`no file ${key}`);
    this.name = 'FileMissing';
  }
}
