/**
 * Asks the operator to prove their identity again. A call that the service refuses because the proof is missing or
 * too old waits until the operator has answered the dialog in `session/reauthentication-dialog.tsx`.
 */

import { useSyncExternalStore } from 'react';

type Answer = (isProven: boolean) => void;

let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: readonly Answer[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** @returns whether the operator has proven their identity. Calls that wait at the same time share one dialog. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

export function answerProof(isProven: boolean): void {
  const answers = waiting;
  setWaiting([]);
  for (const answer of answers) answer(isProven);
}

/** Whether a call waits for the proof. */
export function useIsProofNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
  );
}
