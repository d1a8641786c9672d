/** Queries many attempts in one run, without waiting repeatedly for a provider that does not answer. */

import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import { type PaymentReport, ProviderUnreachable } from '../ports/payment-provider.ts';

/** @returns undefined when the provider does not answer. */
export type QueryAttempt = (attempt: PaymentAttempt) => Promise<PaymentReport | undefined>;

/**
 * Consecutive failures before a provider is skipped until the next run. More than one, since a single failure may
 * be the payment's fault and must not keep the others from being queried.
 */
const failuresMax = 3;

export function queryAttempts({ providers, log }: Pick<Deps, 'providers' | 'log'>): QueryAttempt {
  const failuresByProvider = new Map<string, number>();
  return async ({ orderId, paymentNo, provider: name }) => {
    const failures = failuresByProvider.get(name) ?? 0;
    if (failures >= failuresMax) return undefined;
    try {
      const report = await findProvider(providers, name).query(paymentNo);
      failuresByProvider.delete(name);
      return report;
    } catch (err) {
      log.warn({ err, orderId, provider: name }, 'payment provider did not answer');
      if (err instanceof ProviderUnreachable) failuresByProvider.set(name, failures + 1);
      return undefined;
    }
  };
}
