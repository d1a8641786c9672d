/** Collects the settings that the shop's page needs (`GET /shop/config`). */

import type { Storefront } from '../http/app-options.ts';
import type { Deps } from '../usecases/deps.ts';

export function storefrontOf({
  providers,
  settings,
  shopSettings,
}: Pick<Deps, 'providers' | 'settings' | 'shopSettings'>): Storefront {
  return {
    providers: providers.map(({ name, channels, needsPayer, oneOrderOnly }) => ({
      name,
      channels,
      payerChannels: channels.filter((channel) => needsPayer(channel)),
      takesJointPayments: oneOrderOnly !== true,
    })),
    guestsAllowed: settings.guestsAllowed,
    orderExpiryMs: settings.orderExpiryMs,
    emailsOffered: settings.emailsOffered,
    get resultKeptMs() {
      return settings.resultKeptMs;
    },
    get memberResultKeptMs() {
      return settings.memberResultKeptMs;
    },
    resultLinkMs: settings.resultLinkMs,
    settings: shopSettings.current,
  };
}
