/** Looks a provider up by the name that is stored with attempts and refunds. */

import type { PaymentProvider } from './payment-provider.ts';

/**
 * The provider that an earlier attempt was made at.
 * @throws Error when it is no longer enabled: its open money needs it, so the job is tried until it is back.
 */
export function findProvider(providers: readonly PaymentProvider[], name: string): PaymentProvider {
  const provider = providers.find((known) => known.name === name);
  if (provider === undefined) throw new Error(`payment provider ${name} is not enabled`);
  return provider;
}
