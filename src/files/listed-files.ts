/** A file store whose files can be listed, for tools that move, copy or verify all files. */

import type { FileStore } from '../usecases/ports/file-store.ts';

export interface ListedFiles extends FileStore {
  /** The keys of all files, in no particular order. A file that changes during the listing may be left out. */
  keys(): AsyncIterable<string>;
}
