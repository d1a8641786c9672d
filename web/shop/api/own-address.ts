/**
 * Links to pages and files of the service are written with its public address. A customer who came under
 * another name of the same machine (localhost, an address) stays under it: the cookie is there.
 */

const ownPaths = ['/files/', '/sandbox/'];

export function ownAddress(link: string): string {
  const url = URL.parse(link, window.location.href);
  if (url === null) return link;
  return ownPaths.some((path) => url.pathname.startsWith(path)) ? `${url.pathname}${url.search}` : link;
}
