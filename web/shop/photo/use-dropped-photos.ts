/**
 * Takes the photos that the customer drops anywhere on the page, also after a photo was chosen. Without a
 * handler the browser would leave the page and open the file.
 */

import { useEffect, useEffectEvent } from 'react';

export function useDroppedPhotos(onPhotos: (photos: readonly Blob[]) => void): void {
  const give = useEffectEvent(onPhotos);
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    function take(event: DragEvent): void {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) give(files);
    }
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', take);
    };
  }, []);
}
