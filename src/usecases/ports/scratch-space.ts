/** Temporary local files: received uploads, and the files that image processes read and write. */

import type { Readable } from 'node:stream';

export interface ScratchSpace {
  /**
   * Streams `source` into a new file. On any error, no file remains.
   * @returns the path of the file.
   * @throws AppError `body_too_large` as soon as the stream exceeds `sizeBytesMax`; `malformed_request` when the stream
   * breaks off.
   */
  receive(source: Readable, sizeBytesMax: number): Promise<string>;
  /** Writes a small text into a new file. @returns the path of the file. */
  write(text: string): Promise<string>;
  /** Reads a small file. @throws Error when it is larger than `sizeBytesMax`. */
  read(path: string, sizeBytesMax: number): Promise<Uint8Array>;
  /** @returns a new absolute path at which no file exists yet. */
  newPath(extension: string): string;
  /** Does nothing when the file does not exist. */
  remove(path: string): Promise<void>;
}
