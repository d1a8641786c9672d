/**
 * Workers on several machines judge one another's leases by their own clocks: one that is ahead by a lease takes
 * every job from the others while they work on it, and pictures are failed and refunded by that.
 */

import type { Store } from '../usecases/ports/store.ts';

/** Half of what is left of the shortest lease when two of its beats have failed. */
export const clockDifferenceMsMax = 5_000;

/** @throws Error naming the difference. */
export async function requireSameClock(store: Pick<Store, 'clockAheadMs'>): Promise<void> {
  const aheadMs = await store.clockAheadMs();
  if (Math.abs(aheadMs) <= clockDifferenceMsMax) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const which = aheadMs > 0 ? 'ahead of' : 'behind';
  throw new Error(`This machine's clock is ${seconds} s ${which} the database's. Set both by NTP.`);
}
