/** The variable HOST: the address on which the server listens. */

import { isIP } from 'node:net';
import type { Reader } from './environment-reader.ts';

const nameForm = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

/**
 * The service puts the host into URLs. They cannot contain the zone of an IPv6 address (`fe80::1%eth0`), and refuse
 * numbers that are no IPv4 address (`192.168.1.300`).
 */
export function readListenHost({ text, problems }: Pick<Reader, 'text' | 'problems'>): string {
  const host = text('HOST') ?? '127.0.0.1';
  const isAddress = isIP(host) !== 0 && !host.includes('%');
  if (!isAddress && !(nameForm.test(host) && URL.canParse(`http://${host}`))) {
    problems.push(
      `HOST must be an IP address or a host name, without port, brackets and zone, not "${host}".`,
    );
  }
  return host;
}
