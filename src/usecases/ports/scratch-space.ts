/** Short-lived local files: what arrives, and what an image child process reads and writes. */

import type { Readable } from 'node:stream';

export interface ScratchSpace {
  /**
   * Streams `source` into a new file; on any failure the file is gone.
   * @throws AppError `body_too_large` as soon as it exceeds `sizeBytesMax`; `malformed_request` when it breaks off.
   */
  receive(source: Readable, sizeBytesMax: number): Promise<string>;
  /** A fresh absolute path that does not exist yet. */
  newPath(extension: string): string;
  /** No error when it is not there. */
  remove(path: string): Promise<void>;
}
