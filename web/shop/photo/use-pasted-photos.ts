/**
 * Takes the photos that the customer pastes anywhere on the page, also after a photo was chosen. Text that is pasted into a
 * field stays text, although some programs copy a picture of the text with it.
 */

import { useEffect, useEffectEvent } from 'react';

export function usePastedPhotos(onPhotos: (photos: readonly Blob[]) => void): void {
  const give = useEffectEvent(onPhotos);
  useEffect(() => {
    function take(event: ClipboardEvent): void {
      const { clipboardData: data, target } = event;
      const isField = target instanceof HTMLElement && target.matches('input, textarea');
      const files = [...(data?.files ?? [])];
      if (files.length === 0 || (isField && data?.types.includes('text/plain'))) return;
      event.preventDefault();
      give(files);
    }
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, []);
}
