/**
 * The secret of an operator's API token: `pk_` and 256 random bits. The prefix lets secret scanners find a leaked
 * token. The database stores only its SHA-256.
 */

import { createHash } from 'node:crypto';
import type { Random } from '../../usecases/ports/tools.ts';

const prefix = 'pk_';
const secretBytes = 32;

export function newApiToken(random: Random): string {
  return prefix + Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

/** @returns null when the bearer token is not an API token. */
export function apiTokenDigest(bearer: string): string | null {
  return bearer.startsWith(prefix) ? digestOfApiToken(bearer) : null;
}

export function digestOfApiToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
