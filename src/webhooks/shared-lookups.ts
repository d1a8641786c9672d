/**
 * Looks up host names without occupying the threads of the system's resolver. Node gives the resolver two threads, which
 * payments and e-mails need too, and a look-up in name servers that do not answer takes longer than the delivery that
 * asked for it.
 */

import type { LookupAddress } from 'node:dns';

export type LookupDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
export type Lookup = (hostname: string, done: LookupDone) => void;

/** A look-up that takes longer is slow. */
const slowMs = 2_000;

/**
 * Calls that need the same host share its look-up. Hosts whose last look-up was slow are looked up one after the other, so
 * that all of them together occupy one thread.
 */
export function sharedLookups(lookup: Lookup, monotonicMs: () => number): Lookup {
  const callsByHost = new Map<string, LookupDone[]>();
  const slowHosts = new Set<string>();
  const queue: string[] = [];
  let isSlowRunning = false;

  function start(hostname: string, onEnd: () => void): void {
    const startedAt = monotonicMs();
    lookup(hostname, (error, addresses) => {
      if (monotonicMs() - startedAt > slowMs) slowHosts.add(hostname);
      else slowHosts.delete(hostname);
      const calls = callsByHost.get(hostname) ?? [];
      callsByHost.delete(hostname);
      onEnd();
      for (const done of calls) done(error, addresses);
    });
  }

  function startSlow(): void {
    const hostname = isSlowRunning ? undefined : queue.shift();
    if (hostname === undefined) return;
    isSlowRunning = true;
    start(hostname, () => {
      isSlowRunning = false;
      startSlow();
    });
  }

  return (hostname, done) => {
    const calls = callsByHost.get(hostname);
    if (calls !== undefined) {
      calls.push(done);
      return;
    }
    callsByHost.set(hostname, [done]);
    if (slowHosts.has(hostname)) {
      queue.push(hostname);
      startSlow();
    } else start(hostname, () => undefined);
  };
}
