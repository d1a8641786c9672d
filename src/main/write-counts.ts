/** Writes the counts of refused payment notifications once a second, and a last time when the service stops. */

import type { RefusedCounts } from '../usecases/payments/refused-counts.ts';

const writtenEveryMs = 1_000;

/** @returns the function that writes the last counts and stops the timer. */
export function writeCounts({ write }: Pick<RefusedCounts, 'write'>): () => Promise<void> {
  const timer = setInterval(() => void write(), writtenEveryMs);
  return async () => {
    clearInterval(timer);
    // The first call may join a write that began before the last notification was counted.
    await write();
    await write();
  };
}
