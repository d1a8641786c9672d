/** The moments of a run at which the service can be killed, such as a call that the provider has just received. */

import type { CallKind } from '../payments/banks/bank.ts';

/** `before`: the call has no effect at the provider. `after`: it has its effect, and the answer is lost. */
export type Moment = `${CallKind} before` | `${CallKind} after` | 'notification';

export interface Moments {
  /**
   * Reports that the moment has come. Runs the function that a test gave to `next` for this moment. @returns
   * whether a test waited for this moment.
   */
  reach(moment: Moment): boolean;
  /**
   * Runs `act` at the next moment of this name, without a delay.
   * @returns false if the moment did not come within `timeoutMs`.
   */
  next(moment: Moment, timeoutMs: number, act: () => void): Promise<boolean>;
}

export function createMoments(): Moments {
  let waiting: { readonly moment: Moment; readonly run: () => void } | undefined;
  return {
    reach(moment) {
      if (waiting?.moment !== moment) return false;
      waiting.run();
      return true;
    },
    next(moment, timeoutMs, act) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (isReached: boolean) => {
        clearTimeout(timer);
        waiting = undefined;
        if (isReached) act();
        resolve(isReached);
      };
      const timer = setTimeout(end, timeoutMs, false);
      waiting = { moment, run: () => end(true) };
      return promise;
    },
  };
}
