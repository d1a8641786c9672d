/** How a connection to PostgreSQL is protected, as options of Node's TLS. */

import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StartError } from '../../domain/start-error.ts';

export interface PostgresTls {
  /**
   * `require` encrypts and verifies nothing; `verify-ca` verifies the certificate; `verify-full` also
   * compares its host name.
   */
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** Paths of PEM files. If `rootFile` is null, the certificate authorities that Node trusts are used. */
  readonly rootFile: string | null;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** @throws StartError when a file cannot be read. */
export function postgresTlsOptions(tls: PostgresTls): false | ConnectionOptions {
  const { mode, rootFile, certificateFile, keyFile } = tls;
  if (mode === 'disable') return false;
  return {
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    ...(rootFile === null ? {} : { ca: pemOf('sslrootcert', rootFile) }),
    ...(certificateFile === null ? {} : { cert: pemOf('sslcert', certificateFile) }),
    ...(keyFile === null ? {} : { key: pemOf('sslkey', keyFile) }),
  };
}

function pemOf(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`The file ${file} cannot be read, which DATABASE_URL names as ${parameter}.`, {
      cause,
    });
  }
}
