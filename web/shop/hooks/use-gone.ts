/** Whether the view has been left: what comes of an answer that arrives later must not take the customer back. */

import { type RefObject, useEffect, useRef } from 'react';

export function useGone(): RefObject<boolean> {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
