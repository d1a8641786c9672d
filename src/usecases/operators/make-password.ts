/** A password that nobody chose: 120 bits, told once and kept as a hash alone. */

import type { Random } from '../ports/tools.ts';

const passwordBytes = 15;

export function makePassword(random: Random): string {
  return Buffer.from(random.bytes(passwordBytes)).toString('base64url');
}
