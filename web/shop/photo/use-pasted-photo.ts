/**
 * Takes a photo that the customer pastes anywhere on the page, also after a photo was chosen. Text that is pasted into a
 * field stays text, although some programs copy a picture of the text with it.
 */

import { useEffect, useEffectEvent } from 'react';

export function usePastedPhoto(onPhoto: (photo: Blob) => void): void {
  const give = useEffectEvent(onPhoto);
  useEffect(() => {
    function take(event: ClipboardEvent): void {
      const { clipboardData: data, target } = event;
      const isField = target instanceof HTMLElement && target.matches('input, textarea');
      const file = data?.files[0];
      if (file === undefined || (isField && data?.types.includes('text/plain'))) return;
      event.preventDefault();
      give(file);
    }
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, []);
}
