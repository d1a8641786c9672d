/** `GET /shop/config`: what the shop's page must know of this shop and no operation of the document tells. */

import type { FastifyInstance } from 'fastify';
import type { HttpOptions } from '../app-options.ts';
import { readCredentials } from '../callers/credentials.ts';
import { operationPrefix } from '../requests/operation.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Not part of the frozen `v1`: it serves the page that comes with it. */
export interface WireShopConfig {
  readonly currency: string;
  /** IANA name; the zone of every time in an answer. */
  readonly time_zone: string;
  readonly providers: readonly { readonly name: string; readonly channels: readonly string[] }[];
  readonly guests_allowed: boolean;
  readonly order_expiry_minutes: number;
  readonly result_kept_days: number;
  readonly member_result_kept_days: number;
  readonly upload_bytes_max: number;
  /** Whether the browser showed a guest's cookie: without one nobody asks for orders or a membership. */
  readonly has_token: boolean;
  /** Whether `check_photo` is offered. */
  readonly photo_check: boolean;
  /** What members pay, by the good's id; a good without a member price is absent. */
  readonly member_prices: Readonly<Record<string, number>>;
}

export function registerShopConfig(app: FastifyInstance, options: HttpOptions): void {
  const { service, storefront, currency, zone, limits } = options;
  app.get('/shop/config', { schema: { hide: true } }, async (request, reply): Promise<WireShopConfig> => {
    const goods = await service.listGoods();
    reply.header('cache-control', 'no-store');
    return {
      currency,
      time_zone: zone.name,
      providers: storefront.providers,
      guests_allowed: storefront.guestsAllowed,
      order_expiry_minutes: Math.round(storefront.orderExpiryMs / minuteMs),
      result_kept_days: Math.floor(storefront.resultKeptMs / dayMs),
      member_result_kept_days: Math.floor(storefront.memberResultKeptMs / dayMs),
      upload_bytes_max: limits.uploadSizeBytesMax,
      has_token: readCredentials({ cookie: request.headers.cookie }).cookie !== undefined,
      photo_check: app.hasRoute({ method: 'POST', url: `${operationPrefix}check_photo` }),
      member_prices: Object.fromEntries(
        goods.flatMap(({ id, memberPriceMinor }) =>
          memberPriceMinor === null ? [] : [[id, memberPriceMinor]],
        ),
      ),
    };
  });
}
