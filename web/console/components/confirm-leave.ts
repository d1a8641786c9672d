/**
 * Connects acts that would lose unsaved changes without a navigation, such as a change of the language, with the
 * dialog that asks first. The shell shows at most one such dialog.
 */

type Act = () => void;

let ask: ((act: Act) => void) | null = null;

/** @param asks opens the dialog, which may run the act later. @returns a function that ends the registration. */
export function registerLeaveDialog(asks: (act: Act) => void): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/** Runs the act, at once or after the operator has agreed to lose the unsaved changes. */
export function confirmLeave(act: Act): void {
  if (ask === null) act();
  else ask(act);
}
