/** The gate of each payment provider: a provider that does not answer delays only its own payments and refunds. */

import type { Instant } from '../domain/zoned-time.ts';
import { type Entry, enterGate, type Gate, newGate } from './gate.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';

/** The number of slots that the lane of these jobs has for each provider. */
export const providerJobsAtOnceMax = 3;

/** A call of a provider takes some hundred milliseconds; one that hangs takes up to its time limit. */
const paceMs = 100;

/** A provider lives as long as the process. Two services in one process have providers of their own. */
const gates = new WeakMap<PaymentProvider, Gate>();

export function enterProviderGate(provider: PaymentProvider, now: Instant): Entry {
  let gate = gates.get(provider);
  if (gate === undefined) {
    gate = newGate();
    gates.set(provider, gate);
  }
  return enterGate(gate, { insideMax: providerJobsAtOnceMax, paceMs }, now);
}
