/** Metrics of this process's calls to payment providers. */

import { Gauge, Histogram, type Registry } from 'prom-client';
import type { ProviderCalls } from '../../usecases/ports/provider-calls.ts';

export function meterProviders(registry: Registry, providerCalls: ProviderCalls): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'photokiosk_provider_call_duration_seconds',
    help: 'Time of a call to a payment provider, by outcome: done, refused, unreachable or failed.',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  providerCalls.onCall(({ provider, operation, outcome, durationMs }) =>
    durations.observe({ provider, operation, outcome }, durationMs / 1000),
  );
  new Gauge({
    name: 'photokiosk_provider_calls_running',
    help: 'Calls to a payment provider that have not ended.',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const { provider, running } of providerCalls.figures()) this.set({ provider }, running);
    },
  });
}
