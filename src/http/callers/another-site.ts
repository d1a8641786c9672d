/**
 * Recognises requests that a page of another site makes a customer's browser send (OWASP, "Cross-Site Request Forgery
 * Prevention"). `SameSite=Lax` keeps the guest's cookie away from most of them, but not from those of sibling hosts.
 */

import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and to `localhost`; if the header is there, it decides. Otherwise `Origin`
 * must name the shop or the called host. A host that an attacker points at this machine passes, and has no cookie of
 * the shop. Clients that are no browsers send neither header.
 */
export function isFromAnotherSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const shown = URL.parse(origin);
  return shown === null || (shown.host !== host && shown.host !== new URL(publicUrl).host);
}
