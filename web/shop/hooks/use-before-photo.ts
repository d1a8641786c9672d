/** The kept copy of an order's photo as an address for an `img`; null without one. */

import { useEffect, useState } from 'react';
import { beforePhoto } from '../keep/before-photos.ts';

export function useBeforePhoto(orderNo: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    void beforePhoto(orderNo).then((photo) => {
      if (gone || photo === null) return;
      made = URL.createObjectURL(photo);
      setUrl(made);
    });
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [orderNo]);
  return url;
}
