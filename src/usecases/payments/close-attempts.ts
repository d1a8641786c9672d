/**
 * Closes many attempts at their providers in one run. Skips a provider that does not respond, so that the others are
 * not delayed.
 */

import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { findProvider } from '../ports/find-provider.ts';
import { type PaymentReport, ProviderUnreachable } from '../ports/payment-provider.ts';
import { openPaymentRef } from '../ports/provider-refs.ts';

/**
 * `failed`: the provider did not respond, or answered with an error. `skipped`: the provider was not called, because
 * earlier calls of this run failed.
 */
export type ClosingFailure = 'failed' | 'skipped';

export type CloseAttempt = (attempt: PaymentAttempt, order: Order) => Promise<PaymentReport | ClosingFailure>;

/**
 * Consecutive failures before a provider is skipped until the next run. The number is above 1, because a
 * single failure may be caused by the payment and not by the provider. As several payments can cause failures too, the
 * next run must begin with other payments.
 */
const failuresMax = 3;

export function closeAttempts({ providers, log }: Pick<Deps, 'providers' | 'log'>): CloseAttempt {
  const failuresByProvider = new Map<string, number>();
  return async (attempt, order) => {
    const { orderId, provider: name } = attempt;
    const failures = failuresByProvider.get(name) ?? 0;
    if (failures >= failuresMax) return 'skipped';
    try {
      const report = await findProvider(providers, name).close(openPaymentRef(attempt, order));
      failuresByProvider.delete(name);
      return report;
    } catch (err) {
      log.warn({ err, orderId, provider: name }, 'payment provider did not answer');
      if (err instanceof ProviderUnreachable) failuresByProvider.set(name, failures + 1);
      return 'failed';
    }
  };
}
