/** A shop whose only provider is the real adapter, on a fake of Stripe's API that shares the shop's clock. */

import { createStripe } from '../../../src/payments/stripe/stripe.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import type { Settings } from '../../../src/usecases/settings.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { apiKey, type FakeStripe, startFakeStripe, webhookSecret } from './fake-stripe.ts';

export interface StripeShop extends AsyncDisposable {
  readonly shop: Shop;
  readonly stripe: FakeStripe;
}

export async function openStripeShop(settings: Partial<Settings> = {}): Promise<StripeShop> {
  let clock: Clock = { now: () => 0 };
  const stripe = await startFakeStripe({ now: () => clock.now() });
  const shop = await openShop({
    settings,
    wrap(deps) {
      clock = deps.clock;
      const provider = createStripe({
        clock,
        random: fixedRandom(),
        secretKey: apiKey,
        webhookSecrets: [webhookSecret],
        apiUrl: stripe.url,
      });
      return { ...deps, providers: [provider] };
    },
  });
  return {
    shop,
    stripe,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await stripe.close();
    },
  };
}
