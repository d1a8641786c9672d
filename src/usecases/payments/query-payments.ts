/** Asks about many payments in one run, without waiting again and again for a provider that is away. */

import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import { type PaymentStanding, ProviderUnreachable } from '../ports/payment-provider.ts';

/** @returns undefined when the provider does not tell. */
export type AskProvider = (attempt: PaymentAttempt) => Promise<PaymentStanding | undefined>;

/**
 * In a row, and then it is left alone until the next run. One alone may be the payment's fault, and must not
 * keep the others unasked.
 */
const silencesMax = 3;

export function askProviders({ providers, log }: Pick<Deps, 'providers' | 'log'>): AskProvider {
  const silences = new Map<string, number>();
  return async ({ orderId, paymentNo, provider: name }) => {
    const silent = silences.get(name) ?? 0;
    if (silent >= silencesMax) return undefined;
    try {
      const standing = await findProvider(providers, name).query(paymentNo);
      silences.delete(name);
      return standing;
    } catch (err) {
      log.warn({ err, orderId, provider: name }, 'provider not asked');
      if (err instanceof ProviderUnreachable) silences.set(name, silent + 1);
      return undefined;
    }
  };
}
