/** Whether a peer address belongs to a proxy whose `X-Forwarded-For` header the service trusts. */

import { BlockList, isIP, isIPv4 } from 'node:net';

/** The names of groups of addresses that `TRUST_PROXY` may contain, with the groups that Fastify gives these names. */
const groups: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export function trustedProxies(trusted: boolean | readonly string[]): (address: string) => boolean {
  if (typeof trusted === 'boolean') return () => trusted;
  const list = new BlockList();
  for (const network of trusted.flatMap((name) => groups[name] ?? name)) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // `BlockList` matches an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) with rules for IPv4.
  return (text) => {
    // A link-local address can end in its network interface (`fe80::1%eth0`). A closed socket has no address.
    const [address = ''] = text.split('%', 1);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
