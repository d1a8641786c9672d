/**
 * Serves `GET /shop/site.webmanifest`, with which browsers can install the shop as an app under the operator's name and
 * logo.
 */

import type { FastifyInstance } from 'fastify';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import type { HttpOptions } from '../app-options.ts';

/** The background of the page on light screens (`web/shared/tokens.css`). */
const background = '#faf7f2';

const builtInIcons = [
  { src: '/icons/photokiosk.svg', sizes: 'any', type: 'image/svg+xml' },
  ...[192, 512].map((sidePx) => ({
    src: `/icons/photokiosk-${sidePx}.png`,
    sizes: `${sidePx}x${sidePx}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
];

function manifestOf({ shop_name, logo }: Pick<ShopSettings, 'shop_name' | 'logo'>): object {
  const name = shop_name || 'Photokiosk';
  return {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: background,
    theme_color: background,
    icons: logo === '' ? builtInIcons : [{ src: logo, sizes: 'any' }],
  };
}

export function registerShopManifest(
  app: FastifyInstance,
  { storefront }: Pick<HttpOptions, 'storefront'>,
): void {
  app.get('/shop/site.webmanifest', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', 'application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(storefront.settings()))),
  );
}
