/**
 * Whether an operator uses the page. Requests that a timer makes must not keep the session alive, and only the page
 * can distinguish a timer from a click.
 */

/** Longer than the debounce of search fields, so that the request after the last key counts as the operator's. */
const activeForMs = 30_000;

/** Opening the page is an action too. */
let lastActionAtMs = Date.now();

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
  addEventListener(
    event,
    () => {
      lastActionAtMs = Date.now();
    },
    { capture: true, passive: true },
  );
}

export function isOperatorActive(): boolean {
  return Date.now() - lastActionAtMs < activeForMs;
}
