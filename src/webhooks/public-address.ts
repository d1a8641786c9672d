/**
 * Decides whether an IP address is public. Webhooks to all other addresses are refused, so that the service cannot
 * be used to reach the private network around it. Source: IANA's registries of special-purpose addresses (RFC 6890
 * and its successors).
 */

import { BlockList, isIP } from 'node:net';

const special = new BlockList();

for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local addresses, among them the metadata services of cloud providers.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Addresses for multicast and broadcast, and reserved addresses.
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}

/** The only range of assigned public IPv6 addresses. Loopback, local and IPv4-mapped addresses are outside it. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

for (const [network, prefix] of [
  // Protocol assignments, for example Teredo.
  ['2001::', 23],
  ['2001:db8::', 32],
  // A 6to4 address contains an IPv4 address, which may be private.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

/** @returns false also for a text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
