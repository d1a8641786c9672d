/** The gate of each payment provider: a provider that does not answer delays only its own payments and refunds. */

import type { Instant } from '../domain/zoned-time.ts';
import { type Entry, enterGate, type Gate, newGate } from './gate.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';

/**
 * The maximum number of jobs of a process that call one provider at once. The lane `payments` has this many slots for
 * each provider.
 */
export const providerJobsAtOnceMax = 3;

/**
 * The time between the retries of two jobs that wait for a slot. A call to a provider takes some hundred
 * milliseconds, or up to its time limit if the provider does not respond.
 */
const paceMs = 100;

/**
 * The gate of each provider object. Each service in a process has its own provider objects, so services in one
 * process do not share gates.
 */
const gates = new WeakMap<PaymentProvider, Gate>();

export function enterProviderGate(provider: PaymentProvider, now: Instant): Entry {
  let gate = gates.get(provider);
  if (gate === undefined) {
    gate = newGate();
    gates.set(provider, gate);
  }
  return enterGate(gate, { insideMax: providerJobsAtOnceMax, paceMs }, now);
}
