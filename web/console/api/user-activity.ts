/**
 * Whether an operator uses the page. Requests that a timer makes must not keep the session alive, and only the page
 * can distinguish a timer from a click.
 */

/**
 * How long after an action requests count as caused by the operator. It is longer than the pause before a
 * search field sends its request.
 */
const activeForMs = 30_000;

/** Opening the page counts as an action too. */
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
