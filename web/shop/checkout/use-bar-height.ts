/**
 * Reports the height of the bar with the order button to the style sheet, as `--pay-bar-height`: on a phone the bar
 * covers the lower end of the screen, and an error makes it higher. A bar that would cover too much of the screen, because
 * the text is large or the screen is low, gets the class `tall` and is at the end of the form instead.
 */

import { type RefObject, useEffect, useRef } from 'react';

const property = '--pay-bar-height';
/** The share of the screen that the bar may cover. An error is not counted: the customer must see it at the button. */
const shareMax = 0.2;

/** @returns the ref of the bar. */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const errors = [...current.querySelectorAll<HTMLElement>('.notice')];
      const heightPx = errors.reduce((left, error) => left - error.offsetHeight, current.offsetHeight);
      current.classList.toggle('tall', heightPx > window.innerHeight * shareMax);
      style.setProperty(property, `${current.offsetHeight}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, []);
  return bar;
}
