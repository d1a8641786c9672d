/**
 * Recognises requests that a page of another site makes a customer's browser send (OWASP, "Cross-Site Request
 * Forgery Prevention"). With `SameSite=Lax`, browsers do not send the guest's cookie with most such requests,
 * but they do with requests from other hosts of the same domain.
 */

import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and to `localhost`; if the header is present, it alone decides.
 * Otherwise `Origin` must name the shop or the called host. An attacker can point another host name at this
 * machine and pass the check, but browsers send no cookie of the shop to this host name. Clients that are not
 * browsers send neither header.
 */
export function isFromAnotherSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const shown = URL.parse(origin);
  return shown === null || (shown.host !== host && shown.host !== new URL(publicUrl).host);
}
