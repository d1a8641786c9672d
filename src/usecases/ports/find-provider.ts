/** Finds the provider of a stored payment attempt or refund by its name. */

import type { PaymentProvider } from './payment-provider.ts';

/**
 * @throws Error when the provider is no longer enabled. The job that needs the provider then fails and is retried, so
 * that open payments and refunds continue when an operator enables the provider again.
 */
export function findProvider(providers: readonly PaymentProvider[], name: string): PaymentProvider {
  const provider = providers.find((known) => known.name === name);
  if (provider === undefined) throw new Error(`payment provider ${name} is not enabled`);
  return provider;
}
