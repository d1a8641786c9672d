/**
 * Whether somebody is at the page. What it asks for while nobody is must not keep the session from ending, and
 * only the page knows: to the service a click and a timer look the same.
 */

/** Longer than the lists' pauses, so that the call which a scroll or a key leads to comes within it. */
const presentForMs = 30_000;

/** A page that was just opened was opened by somebody. */
let lastActAtMs = Date.now();

for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
  addEventListener(
    act,
    () => {
      lastActAtMs = Date.now();
    },
    { capture: true, passive: true },
  );
}

export function isSomebodyHere(): boolean {
  return Date.now() - lastActAtMs < presentForMs;
}
