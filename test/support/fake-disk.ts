/**
 * A file store and a scratch space in memory. The file store accepts the same keys as the real ones. A test can list
 * the files that remain in both.
 */

import { Readable } from 'node:stream';
import { AppError } from '../../src/domain/errors.ts';
import { requireContentType, requireFileKey } from '../../src/files/file-keys.ts';
import { FileMissing, type FileStore } from '../../src/usecases/ports/file-store.ts';
import type { ScratchSpace } from '../../src/usecases/ports/scratch-space.ts';

export interface FakeDisk {
  readonly files: FileStore;
  readonly scratch: ScratchSpace;
  /** Stored files by key. */
  readonly stored: ReadonlyMap<string, { readonly bytes: Buffer; readonly contentType: string }>;
  /** Scratch files by path. */
  readonly local: Map<string, Buffer>;
}

export function fakeDisk(): FakeDisk {
  const stored = new Map<string, { bytes: Buffer; contentType: string }>();
  const local = new Map<string, Buffer>();
  let made = 0;

  const files: FileStore = {
    async put(key, localFile, contentType) {
      requireContentType(key, contentType);
      const bytes = local.get(localFile);
      if (bytes === undefined) throw new Error(`no scratch file ${localFile}`);
      stored.set(key, { bytes, contentType });
    },
    async get(key) {
      requireFileKey(key);
      const file = stored.get(key);
      if (file === undefined) return undefined;
      const { bytes, contentType } = file;
      return { sizeBytes: bytes.length, contentType, storedAt: 0, open: async () => Readable.from([bytes]) };
    },
    async fetchTo(key, localFile) {
      requireFileKey(key);
      const file = stored.get(key);
      if (file === undefined) throw new FileMissing(key);
      local.set(localFile, file.bytes);
    },
    async remove(key) {
      stored.delete(key);
    },
    async *keys(group) {
      for (const key of [...stored.keys()]) if (key.startsWith(`${group}/`)) yield key;
    },
  };

  const newPath = (extension: string) => `/scratch/${++made}${extension}`;
  const scratch: ScratchSpace = {
    newPath,
    async write(text) {
      const path = newPath('.part');
      local.set(path, Buffer.from(text));
      return path;
    },
    async receive(source, sizeBytesMax) {
      const chunks: Buffer[] = [];
      for await (const chunk of source) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      if (bytes.length > sizeBytesMax) throw new AppError('body_too_large', 'The file is too large.');
      const path = newPath('.part');
      local.set(path, bytes);
      return path;
    },
    async read(path, sizeBytesMax) {
      const bytes = local.get(path);
      if (bytes === undefined || bytes.length > sizeBytesMax) throw new Error(`no small file ${path}`);
      return bytes;
    },
    async remove(path) {
      local.delete(path);
    },
  };
  return { files, scratch, stored, local };
}
