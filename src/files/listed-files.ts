/** A file store whose files can be listed, for tools that move, copy or verify all files. */

import type { FileStore } from '../usecases/ports/file-store.ts';

export interface ListedFiles extends FileStore {
  /** Lists the keys of a group's files; without `group`, the keys of all files. */
  keys(group?: string): AsyncIterable<string>;
}
