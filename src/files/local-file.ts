/**
 * Opens a local file that an image process may have written. A process that a manipulated photo has taken over can
 * replace its file by a link to a secret of the service, at any time until it ends. So the file is opened once, and
 * everything is read through the open file: to check its name first and to open it later would leave time for the
 * exchange.
 */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

export interface LocalFile {
  readonly sizeBytes: number;
  /**
   * Reads `length` bytes that begin at `start`, by default the whole file. The file can be read several times.
   * The stream fails if the file has become shorter.
   */
  read(start?: number, length?: number): Readable;
}

/** The size of the pieces in which a file is read. With larger pieces, copies are not faster. */
const pieceBytes = 64 * 1024;

/**
 * Symbolic links are not followed. Without O_NONBLOCK, the system would wait for a writer before it opens a named pipe,
 * perhaps for ever.
 */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the file for as long as `use` runs.
 * @throws Error when the path is a symbolic link, names no regular file, or names a file that has a second name (a hard
 * link): the service itself never makes such a file.
 */
export async function withLocalFile<T>(path: string, use: (file: LocalFile) => Promise<T>): Promise<T> {
  const handle = await open(path, openFlags);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.nlink !== 1)
      throw new Error('the local file is not a regular file of its own');
    const sizeBytes = found.size;
    return await use({
      sizeBytes,
      // Not a stream of `handle`: it closes the file at its end, and a failed upload reads the file again.
      read: (start = 0, length = sizeBytes - start) => Readable.from(piecesOf(handle, start, start + length)),
    });
  } finally {
    await handle.close();
  }
}

async function* piecesOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - at));
    const { bytesRead } = await handle.read(piece, 0, piece.byteLength, at);
    if (bytesRead === 0) throw new Error('the local file has become shorter');
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
