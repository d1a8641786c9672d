/** Generates a random password of 120 bits. It is shown once, and only its hash is stored. */

import type { Random } from '../ports/tools.ts';

const passwordBytes = 15;

export function makePassword(random: Random): string {
  return Buffer.from(random.bytes(passwordBytes)).toString('base64url');
}
