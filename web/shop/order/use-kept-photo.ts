/** An object URL (`blob:`) of a kept copy of a photo, for an `img`; null without a copy. */

import { useEffect, useState } from 'react';
import { type KeptKind, keptPhoto } from './kept-photos.ts';

/** @param key null: the key is not known yet. */
export function useKeptPhoto(kind: KeptKind, key: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    let made: string | null = null;
    let isOver = false;
    void keptPhoto(kind, key).then((photo) => {
      if (isOver || photo === null) return;
      made = URL.createObjectURL(photo);
      setUrl(made);
    });
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [kind, key]);
  return url;
}
