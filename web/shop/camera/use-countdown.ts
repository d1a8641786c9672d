/** Counts whole seconds down to 0, then calls a function. */

import { useEffect, useEffectEvent, useState } from 'react';

export interface Countdown {
  /** The seconds that are left; null while no countdown runs. */
  readonly left: number | null;
  start(seconds: number): void;
  cancel(): void;
}

export function useCountdown(onZero: () => void): Countdown {
  const [left, setLeft] = useState<number | null>(null);
  const act = useEffectEvent(onZero);
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(
      () => {
        if (left > 1) {
          setLeft(left - 1);
          return;
        }
        setLeft(null);
        act();
      },
      left > 0 ? 1_000 : 0,
    );
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: setLeft, cancel: () => setLeft(null) };
}
