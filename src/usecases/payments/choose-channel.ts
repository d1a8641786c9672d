/** Finds the payment provider, and the provider's way of paying (its channel), that a call names. */

import { invalidParameter } from '../../domain/errors.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';

export interface ChosenChannel {
  readonly provider: PaymentProvider;
  readonly channel: string;
}

/** The first provider and its first channel are the defaults. @throws AppError `invalid_parameters`. */
export function chooseChannel(
  providers: readonly PaymentProvider[],
  named: { readonly provider: string | undefined; readonly channel: string | undefined },
): ChosenChannel {
  const provider =
    named.provider === undefined ? providers[0] : providers.find(({ name }) => name === named.provider);
  if (provider === undefined) {
    const names = providers.map(({ name }) => name).join(', ');
    throw invalidParameter('provider', 'unknown_provider', `Unknown provider. Enabled: ${names}.`);
  }
  const channel =
    named.channel === undefined
      ? provider.channels[0]
      : provider.channels.find((known) => known === named.channel);
  if (channel === undefined) {
    const channels = provider.channels.join(', ');
    throw invalidParameter(
      'channel',
      'unknown_channel',
      `Unknown channel. ${provider.name} has: ${channels}.`,
    );
  }
  return { provider, channel };
}
