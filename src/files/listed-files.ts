/** A file store whose files can be listed, for tools that move, copy or verify all files. */

import type { FileStore } from '../usecases/ports/file-store.ts';

export interface ListedFiles extends FileStore {
  /** Without `group`: the keys of the files of every group. */
  keys(group?: string): AsyncIterable<string>;
}
