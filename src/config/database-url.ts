/**
 * Splits `DATABASE_URL` into the address of the database and the way in which the connection is protected. The
 * connection is encrypted and the server's certificate is verified, unless the database is on this machine or the URL
 * says otherwise. The values of `sslmode` have the meaning of PostgreSQL's own clients:
 * https://www.postgresql.org/docs/current/libpq-ssl.html. Several hosts, separated by commas, are servers of one cluster:
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */

import type { Reader } from './environment-reader.ts';
import { isLocalHost } from './local-host.ts';

export interface DatabaseTls {
  /**
   * How the connection is protected. `disable`: not encrypted. The other three are encrypted: `require` without
   * verifying the server's certificate, `verify-ca` verifies the certificate, and `verify-full` also compares the
   * host name in the certificate.
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
  /** One address per host, without the parameters that `tls` and `primaryOnly` contain. */
  readonly urls: readonly [string, ...string[]];
  /** Whether only a server that accepts writes is used. */
  readonly primaryOnly: boolean;
  readonly tls: DatabaseTls;
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const ownParameters = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'uselibpqcompat',
  'ssl',
  'target_session_attrs',
];

/**
 * @param defaultHost the host of a URL that names none
 * @returns the address; or, if `value` is wrong, a text that says why and completes a sentence that begins with the
 * name of the variable
 */
export function parseDatabaseUrl(value: string, defaultHost: string): DatabaseAddress | string {
  const [address = '', query = ''] = value.split(/\?(.*)/s);
  const pairs = query.split('&').filter((pair) => pair !== '');
  const [first, ...others] = addressesOf(address);
  if (first === undefined || ![first, ...others].every(isPostgresUrl)) {
    return 'must be a URL that begins with postgres:// or postgresql://.';
  }
  if (![address, ...pairs.map(nameOf)].every(isEncoded)) {
    return 'must write % as %25, because % begins an encoded character.';
  }
  const parameters = new URLSearchParams(query);
  if (parameters.has('ssl')) return 'must say sslmode=verify-full or sslmode=disable, not ssl.';
  const session = parameters.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(session)) {
    return 'must have target_session_attrs=read-write, primary or any, because the service writes.';
  }
  if (others.length > 0 && session === 'any') {
    return 'with several hosts needs target_session_attrs=read-write, so that no standby is used.';
  }
  const hosts = [first, ...others].map((one) => parameters.get('host') || hostOf(one) || defaultHost);
  const host = hosts.find((one) => !isLocalHost(one)) ?? hosts[0] ?? defaultHost;
  const rootFile = parameters.get('sslrootcert');
  const given = parameters.get('sslmode') ?? (isLocalHost(host) ? 'disable' : 'verify-full');
  const mode = modes.find((known) => known === given);
  if (mode === undefined) {
    return `must have an sslmode of ${modes.join(', ')}, because other modes may send data unencrypted.`;
  }
  if (mode === 'verify-ca' && rootFile === null) {
    return 'with sslmode=verify-ca needs sslrootcert, the file of the authority that is trusted.';
  }

  const kept = pairs.filter((pair) => !ownParameters.includes(decodeURIComponent(nameOf(pair))));
  const urlOf = (one: string) => (kept.length === 0 ? one : `${one}?${kept.join('&')}`);
  return {
    urls: [urlOf(first), ...others.map(urlOf)],
    primaryOnly: session !== 'any',
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

export function readDatabaseUrls({ text, problems }: Reader, defaultHost = 'localhost') {
  const read = (name: string, value: string | null): DatabaseAddress | null => {
    if (value === null) return null;
    const parsed = parseDatabaseUrl(value, defaultHost);
    if (typeof parsed !== 'string') return parsed;
    // The value may contain a password, so the message does not repeat it.
    problems.push(`${name} ${parsed}`);
    return null;
  };
  const database = read('DATABASE_URL', text('DATABASE_URL'));
  const databaseDirect = read('DATABASE_DIRECT_URL', text('DATABASE_DIRECT_URL'));
  if (databaseDirect !== null && text('DATABASE_URL') === null) {
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.');
  }
  return { database, databaseDirect };
}

/** `postgres://user@h1:5432,h2/db` → one address per host. */
function addressesOf(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/]*)(.*)$/s.exec(address) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

function isPostgresUrl(address: string): boolean {
  // PostgreSQL accepts `postgres://user@/shop?host=/run/postgresql`, which names the folder of a socket and no host. The
  // URL standard requires a host after a user, so a host is inserted for the check.
  const url = URL.parse(address) ?? URL.parse(address.replace(/^(postgres\w*:\/\/[^@/]*@)\//, '$1socket/'));
  return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol);
}

function nameOf(pair: string): string {
  return pair.split('=')[0] ?? '';
}

/** Whether each `%` in the text begins an encoded character such as `%2F`. */
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
