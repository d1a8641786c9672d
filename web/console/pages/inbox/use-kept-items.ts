/** Keeps showing inbox items that the service no longer returns while the operator has an unsaved note on them. */

import { useState } from 'react';
import type { InboxItem } from '../../api/types.ts';

export function keyOfItem({ topic, id }: InboxItem): string {
  return `${topic} ${id}`;
}

/** Each kept item stays behind the item that was before it, so that the field in it keeps the focus. */
function withKept(
  items: readonly InboxItem[],
  before: readonly InboxItem[],
  kept: readonly string[],
): readonly InboxItem[] {
  const merged = [...items];
  let position = 0;
  for (const item of before) {
    const key = keyOfItem(item);
    const found = merged.findIndex((one) => keyOfItem(one) === key);
    if (found >= 0) position = found + 1;
    else if (kept.includes(key)) merged.splice(position++, 0, item);
  }
  return merged;
}

/** @param kept the keys of the items to keep. */
export function useKeptItems(
  items: readonly InboxItem[] | undefined,
  kept: readonly string[],
): readonly InboxItem[] | undefined {
  const [before, setBefore] = useState<readonly InboxItem[]>([]);
  if (items === undefined) return undefined;
  const merged = withKept(items, before, kept);
  const isSame = merged.length === before.length && merged.every((item, index) => item === before[index]);
  if (!isSame) setBefore(merged);
  return merged;
}
