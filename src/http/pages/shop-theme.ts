/**
 * Serves `GET /shop/theme.css`, which replaces the built-in colours by those of the operator. The page's content
 * security policy allows no `<style>`, so the colours need a file of their own.
 */

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { darkAccent, lightAccent } from '../../domain/accent-palette.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import type { HttpOptions } from '../app-options.ts';

const path = '/shop/theme.css';

/**
 * The selector repeats `:root`, which gives these colours precedence over the built-in ones in whatever order a
 * browser loads the files.
 */
function themeOf({ accent }: Pick<ShopSettings, 'accent'>): string {
  if (accent === '') return '';
  const [light, dark] = [lightAccent(accent), darkAccent(accent)];
  const token = (name: string, one: string, other: string) =>
    `--colour-${name}:var(--light, ${one}) var(--dark, ${other});`;
  return `:root:root{${[
    token('accent', light.accent, dark.accent),
    token('accent-strong', light.strong, dark.strong),
    token('accent-soft', light.soft, dark.soft),
    token('on-accent', light.on, dark.on),
  ].join('')}}\n`;
}

function digestOf(theme: string): string {
  return createHash('sha256').update(theme).digest('base64url').slice(0, 22);
}

/**
 * @returns the `<link>` for the page's head, or an empty text if the operator has chosen no colour. The address changes
 * whenever the colour changes.
 */
export function themeLink(settings: Pick<ShopSettings, 'accent'>): string {
  const theme = themeOf(settings);
  return theme === '' ? '' : `<link rel="stylesheet" href="${path}?v=${digestOf(theme)}">`;
}

export function registerShopTheme(
  app: FastifyInstance,
  { storefront }: Pick<HttpOptions, 'storefront'>,
): void {
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const theme = themeOf(storefront.settings());
    const etag = `"${digestOf(theme)}"`;
    reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'no-cache');
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(theme);
  });
}
