/**
 * The client for which rate limits count a request. An IPv6 customer usually has a whole /64 network, so
 * all addresses of the network count as one client.
 */

/**
 * Some proxies write an address into `X-Forwarded-For` with the port of the connection: `192.0.2.1:5678` or
 * `[2001:db8::1]:5678`. Every connection of a client has another port.
 */
function withoutPort(address: string): string {
  const [, bracketed, v4] = /^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? [];
  return bracketed ?? v4 ?? address;
}

/** @returns the key of a client in limiters: an IPv4 address, or the first four groups of an IPv6 address. */
export function clientKey(given: string): string {
  const address = withoutPort(given);
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  return mappedAddress(groups) ?? groups.slice(0, 4).join(':');
}

/** @returns the groups of an IPv6 address in lower case, without leading zeros. The last may be an IPv4 address. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    const count = rest.at(-1)?.includes('.') === true ? 7 : 8;
    while (groups.length + rest.length < count) groups.push('0');
    groups.push(...rest);
  }
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/** @returns the IPv4 address that is written as IPv6: `::ffff:192.0.2.1` or `::ffff:c000:201`. */
function mappedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const [high = '', low] = groups.slice(6);
  if (low === undefined) return high;
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
