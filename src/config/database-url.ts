/**
 * Splits `DATABASE_URL` into the address of the database and the way in which the connection is protected. The
 * connection is encrypted and the server's certificate is verified, unless the database is on this machine or the URL
 * says otherwise. The values of `sslmode` have the meaning of PostgreSQL's own clients:
 * https://www.postgresql.org/docs/current/libpq-ssl.html
 */

import { isLocalHost } from './local-host.ts';

export interface DatabaseTls {
  /**
   * `require` encrypts and verifies nothing; `verify-ca` verifies the certificate; `verify-full` also
   * compares its host name.
   */
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** The host name, the IP address, or the folder of the Unix socket. */
  readonly host: string;
  /** Paths of PEM files. If `rootFile` is null, the certificate authorities that Node trusts are used. */
  readonly rootFile: string | null;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

export interface DatabaseAddress {
  /** The address without the parameters that `tls` contains. */
  readonly url: string;
  readonly tls: DatabaseTls;
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat', 'ssl'];

/**
 * @param defaultHost the host of a URL that names none
 * @returns the problem as text, if there is one
 */
export function parseDatabaseUrl(value: string, defaultHost: string): DatabaseAddress | string {
  const [address = '', query = ''] = value.split(/\?(.*)/s);
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (![address, ...pairs.map(nameOf)].every(isEncoded)) {
    return 'DATABASE_URL must write % as %25, because % begins an encoded character.';
  }
  const parameters = new URLSearchParams(query);
  if (parameters.has('ssl')) return 'DATABASE_URL must say sslmode=verify-full or sslmode=disable, not ssl.';

  const host = parameters.get('host') || hostOf(address) || defaultHost;
  const rootFile = parameters.get('sslrootcert');
  const given = parameters.get('sslmode') ?? (isLocalHost(host) ? 'disable' : 'verify-full');
  const mode = modes.find((known) => known === given);
  if (mode === undefined) {
    return `DATABASE_URL must have an sslmode of ${modes.join(', ')}, because other modes may send data unencrypted.`;
  }
  if (mode === 'verify-ca' && rootFile === null) {
    return 'DATABASE_URL with sslmode=verify-ca needs sslrootcert, the file of the authority that is trusted.';
  }

  const kept = pairs.filter((pair) => !tlsParameters.includes(decodeURIComponent(nameOf(pair))));
  return {
    url: kept.length === 0 ? address : `${address}?${kept.join('&')}`,
    tls: {
      // As in PostgreSQL's own clients, `require` with a root certificate verifies the server's certificate.
      mode: mode === 'require' && rootFile !== null ? 'verify-ca' : mode,
      host,
      rootFile: rootFile === 'system' ? null : rootFile,
      certificateFile: parameters.get('sslcert'),
      keyFile: parameters.get('sslkey'),
    },
  };
}

function nameOf(pair: string): string {
  return pair.split('=')[0] ?? '';
}

/** Whether each `%` of the text is part of an encoded character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The text after the user and before the port. The folder of a socket may be given percent-encoded. */
function hostOf(address: string): string {
  const authority = /^\w+:\/\/([^/]*)/.exec(address)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return decodeURIComponent(host.replace(/:\d*$/, '')).replace(/^\[(.*)\]$/, '$1');
}
