/**
 * Reports the height of the bar with the order button to the style sheet, as `--pay-bar-height`: on a phone the bar
 * covers the lower end of the screen, and an error makes it higher.
 */

import { type RefObject, useEffect, useRef } from 'react';

const property = '--pay-bar-height';

/** @returns the ref of the bar. */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, []);
  return bar;
}
