/** Links to kept files that prove themselves and expire: no look-up is needed to refuse a forged one. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface ResultLinks {
  /** Absolute URL to `file`, valid until `expiresAt`. */
  link(file: string, expiresAt: Instant): string;
  /** Judges the parts of such a URL. */
  judge(file: string, expiresAt: string, signature: string, now: Instant): 'valid' | 'expired' | 'forged';
}
