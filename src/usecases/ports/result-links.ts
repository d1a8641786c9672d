/** Signs links to stored files and verifies them. A link expires, and verifying it needs no database. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface ResultLinks {
  /** @returns the absolute URL of `file`, valid until `expiresAt`. */
  link(file: string, expiresAt: Instant): string;
  /** Verifies the parts of a URL that `link` made. */
  judge(file: string, expiresAt: string, signature: string, now: Instant): 'valid' | 'expired' | 'forged';
}
