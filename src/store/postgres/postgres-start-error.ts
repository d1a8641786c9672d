/**
 * Explains in one sentence why PostgreSQL cannot be used. Errors that the operator cannot correct are
 * returned unchanged.
 */

import { StartError } from '../../domain/start-error.ts';
import { MachineTrouble } from '../../usecases/ports/machine-trouble.ts';

/** Codes of Node's TLS for a certificate that is not trusted, has expired or belongs to another host. */
const certificateCodes = /^(ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;
/** Codes of the operating system for a server that cannot be reached. */
const networkCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)$/;
/** Messages of the driver's errors that have no code. */
const noTls = /does not support SSL/;
const noAnswer = /timeout|terminated unexpectedly/i;

export function postgresStartError(error: unknown): unknown {
  if (error instanceof MachineTrouble) return postgresStartError(error.cause);
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const sentence = sentenceOf(code, reasonOf(error));
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}

/** A host name with several addresses fails once for each of them, and the common error has no message. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const reason = first instanceof Error ? first.message : error.message;
  // Remove advice that Node appends and that does not apply to a service.
  return reason
    .replace(/; if the root CA .*/s, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
}

function sentenceOf(code: string, reason: string): string | undefined {
  if (noTls.test(reason)) {
    return 'The PostgreSQL server of DATABASE_URL offers no TLS: enable it there, or add sslmode=disable if the network between them is trusted.';
  }
  if (certificateCodes.test(code)) {
    return `The certificate of the PostgreSQL server cannot be verified (${reason}): name its authority by sslrootcert in DATABASE_URL.`;
  }
  if (networkCodes.test(code) || (code === '' && noAnswer.test(reason))) {
    return `The PostgreSQL server of DATABASE_URL cannot be reached (${reason}).`;
  }
  switch (code) {
    case '28P01':
    case '28000':
    case '3D000':
    case '42501':
    case '53300':
    case '57P03':
      return `PostgreSQL refuses the database of DATABASE_URL (${reason}).`;
    case '42P07':
      return `The database of DATABASE_URL already has tables of another program (${reason}): create a database for Photokiosk alone.`;
    default:
      return undefined;
  }
}
