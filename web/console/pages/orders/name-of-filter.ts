/** The name of a saved filter: the one that the operator gave, or that of a default filter. */

import type { SavedFilter } from '../../api/types.ts';
import { nameOf } from '../../texts/name-of.ts';
import { words } from '../../texts/words.ts';

export function nameOfFilter({ id, name }: Pick<SavedFilter, 'id' | 'name'>): string {
  return name ?? nameOf(words().t.filters.names, id);
}
