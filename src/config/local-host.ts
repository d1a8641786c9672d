/** Whether a connection to a host stays on this machine. Such a connection needs no encryption. */

import { isIPv4 } from 'node:net';

/** @param host a name or an IP address, with or without the brackets of IPv6; or the folder of a Unix socket. */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name.startsWith('/') || name === '::1') return true;
  // RFC 6761 reserves `localhost` and all names below it for the loopback interface.
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIPv4(name) && name.startsWith('127.');
}
