/**
 * Takes a photo that the customer drops anywhere on the page, also after a photo was chosen. Without a
 * handler the browser would leave the page and open the file.
 */

import { useEffect, useEffectEvent } from 'react';

export function useDroppedPhoto(onPhoto: (photo: Blob) => void): void {
  const give = useEffectEvent(onPhoto);
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    function take(event: DragEvent): void {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) give(file);
    }
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', take);
    };
  }, []);
}
