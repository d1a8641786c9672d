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

export function localLink(link: string): string {
  const url = parseUrl(link, window.location.href);
  if (url === null) return link;
  return servicePaths.some((path) => url.pathname.startsWith(path)) ? `${url.pathname}${url.search}` : link;
}
