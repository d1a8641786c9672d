/**
 * The service writes links to its own pages and files with its public address. If a customer opened the shop
 * under another name of the same machine (`localhost`, an IP address), links are changed to that name,
 * because the guest's cookie belongs to it.
 */

import { parseUrl } from '../../../src/domain/parse-url.ts';

const servicePaths = ['/files/', '/sandbox/'];

/** The file that a link names. Links to the same file differ in their signatures. */
export function fileOf(link: string): string {
  return parseUrl(link, window.location.href)?.pathname ?? link;
}

/**
 * The link for a file that the page itself reads (`fetch`, canvas) or saves under a name. With an object store, the
 * service redirects a link to the store. That is another origin: it does not let the page read the file, and browsers
 * open the file there instead of saving it under the name that the page gives.
 */
export function serviceLink(link: string): string {
  const local = localLink(link);
  return `${local}${local.includes('?') ? '&' : '?'}via=service`;
}

/** The link for a file that is only shown, and for a page. */
export function localLink(link: string): string {
  const url = parseUrl(link, window.location.href);
  if (url === null) return link;
  return servicePaths.some((path) => url.pathname.startsWith(path)) ? `${url.pathname}${url.search}` : link;
}
