/** Reads the address of a request whose first line has the complete URL: `POST http://shop.example/v1/goods_list`. */

const originOfUrl = /^https?:\/\/[^/?#]*/i;

/**
 * RFC 9112, 3.2.2: "a server MUST accept the absolute-form in requests", although only clients of proxies send it.
 * @returns the path and query.
 */
export function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(originOfUrl, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}
