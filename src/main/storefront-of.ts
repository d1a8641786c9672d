/** The settings of the shop that its page needs. */

import type { Storefront } from '../http/app-options.ts';
import type { Deps } from '../usecases/deps.ts';

export function storefrontOf(
  { providers, settings }: Pick<Deps, 'providers' | 'settings'>,
  contact: string | null,
): Storefront {
  return {
    providers: providers.map(({ name, channels, needsPayer }) => ({
      name,
      channels,
      payerChannels: channels.filter((channel) => needsPayer(channel)),
    })),
    guestsAllowed: settings.guestsAllowed,
    orderExpiryMs: settings.orderExpiryMs,
    resultKeptMs: settings.resultKeptMs,
    memberResultKeptMs: settings.memberResultKeptMs,
    contact,
  };
}
