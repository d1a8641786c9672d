/**
 * Refuses to start on a machine whose clock differs from the clock of the database. Workers compare leases with
 * their own clocks. A worker whose clock is ahead by the length of a lease would claim jobs that other workers are
 * still running. Each of these claims counts as a lost lease, so the jobs would be marked dead in the end, and
 * their orders would fail and be refunded.
 */

import { StartError } from '../domain/start-error.ts';
import type { Store } from '../usecases/ports/store.ts';

/**
 * The largest allowed difference. The shortest lease is 30 s, and 10 s of it are left after two failed heartbeats.
 * The limit is half of these 10 s.
 */
export const clockDifferenceMsMax = 5_000;

/** @throws StartError that states the difference. */
export async function requireSameClock(store: Pick<Store, 'clockAheadMs'>): Promise<void> {
  const aheadMs = await store.clockAheadMs();
  if (Math.abs(aheadMs) <= clockDifferenceMsMax) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const which = aheadMs > 0 ? 'ahead of' : 'behind';
  throw new StartError(`This machine's clock is ${seconds} s ${which} the database's: set both by NTP.`);
}
