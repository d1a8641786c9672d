/**
 * Runs PostgreSQL's own programs (`pg_dump`, `pg_restore`, `createdb`, `dropdb`) on the database of the configuration,
 * with the same encryption as the service. The password is in the environment of the program only, because other users
 * of the machine can read the command line.
 */

import { spawnSync } from 'node:child_process';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { StartError } from '../../src/domain/start-error.ts';

/**
 * @param file an existing file, whose mode stays as it is.
 * @throws StartError
 */
export function dumpDatabase(address: DatabaseAddress, file: string): void {
  runAtFirst(address, 'pg_dump', (url) => [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--file=${file}`,
    `--dbname=${url}`,
  ]);
}

/** Restores into an empty database, all or nothing. @throws StartError */
export function restoreDatabase(address: DatabaseAddress, file: string): void {
  runAtFirst(address, 'pg_restore', (url) => [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    `--dbname=${url}`,
    file,
  ]);
}

/** Makes an empty database on the same server. @throws StartError */
export function createDatabase(address: DatabaseAddress, name: string): void {
  runAtFirst(address, 'createdb', (url) => ['--template=template0', `--maintenance-db=${url}`, name]);
}

/** @throws StartError */
export function dropDatabase(address: DatabaseAddress, name: string): void {
  runAtFirst(address, 'dropdb', (url) => ['--force', '--if-exists', `--maintenance-db=${url}`, name]);
}

/** Runs the program on the first server of the address that accepts it. */
function runAtFirst(
  address: DatabaseAddress,
  program: string,
  argumentsOf: (url: string) => readonly string[],
): void {
  let problem = '';
  for (const url of address.urls) {
    const { publicUrl, password } = withoutPassword(url);
    const { status, stderr, error } = spawnSync(program, argumentsOf(publicUrl), {
      env: { ...process.env, ...environmentOf(address), ...password },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
      throw new StartError(
        `${program} is not installed: install the client programs of PostgreSQL, in the version of the server or a newer one.`,
      );
    }
    if (error !== undefined) throw error;
    if (status === 0) return;
    problem = stderr.split('\n', 1)[0] ?? '';
  }
  throw new StartError(`${program} failed: ${problem.replace(/^\w+: (error: )?/, '')}`);
}

/** `postgres://user:secret@host/shop` → the URL without the secret, and the secret. */
export function withoutPassword(url: string) {
  const [, start = '', user = '', secret, rest = ''] =
    /^(\w+:\/\/)([^:/@]*)(?::([^/@]*))?(@.*|[^@]*)$/s.exec(url) ?? [];
  if (secret === undefined || !rest.startsWith('@')) return { publicUrl: url, password: {} };
  return { publicUrl: `${start}${user}${rest}`, password: { PGPASSWORD: decodeURIComponent(secret) } };
}

/** Returns the parameters of the URL as the environment variables that PostgreSQL's programs read. */
function environmentOf({ tls, primaryOnly }: DatabaseAddress): Record<string, string> {
  const verifies = tls.mode === 'verify-ca' || tls.mode === 'verify-full';
  const rootFile = tls.rootFile ?? (verifies ? 'system' : null);
  return {
    PGSSLMODE: tls.mode,
    ...(rootFile === null ? {} : { PGSSLROOTCERT: rootFile }),
    ...(tls.certificateFile === null ? {} : { PGSSLCERT: tls.certificateFile }),
    ...(tls.keyFile === null ? {} : { PGSSLKEY: tls.keyFile }),
    ...(primaryOnly ? { PGTARGETSESSIONATTRS: 'read-write' } : {}),
  };
}
