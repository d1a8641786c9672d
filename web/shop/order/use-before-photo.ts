/** The address of the kept copy of an order's photo, for an `img`; null without a copy. */

import { useEffect, useState } from 'react';
import { beforePhoto } from './before-photos.ts';

export function useBeforePhoto(orderNo: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    void beforePhoto(orderNo).then((photo) => {
      if (isOver || photo === null) return;
      made = URL.createObjectURL(photo);
      setUrl(made);
    });
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [orderNo]);
  return url;
}
