/**
 * The service writes links to its own pages and files with its public address. If a customer opened the shop
 * under another name of the same machine (`localhost`, an IP address), links are changed to that name,
 * because the guest's cookie belongs to it.
 */

const servicePaths = ['/files/', '/sandbox/'];

export function localLink(link: string): string {
  const url = URL.parse(link, window.location.href);
  if (url === null) return link;
  return servicePaths.some((path) => url.pathname.startsWith(path)) ? `${url.pathname}${url.search}` : link;
}
