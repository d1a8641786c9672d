/** Loads a picture to draw it on a canvas. */

import { useEffect, useState } from 'react';

/** @returns the former picture until the new one is decoded; null before the first one. */
export function useImage(url: string): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    let isOver = false;
    const next = new Image();
    next.src = url;
    next.decode().then(
      () => {
        if (!isOver) setImage(next);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [url]);
  return image;
}
