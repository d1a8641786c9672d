/** Whether the customer has left the view. A late response must not open the view again. */

import { type RefObject, useEffect, useRef } from 'react';

export function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
