/** Times in responses of the console's API: UTC, ISO 8601. */

import type { Instant } from '../../domain/zoned-time.ts';

export function utcText(instant: Instant): string {
  return new Date(instant).toISOString();
}

export function utcTextOrNull(instant: Instant | null): string | null {
  return instant === null ? null : utcText(instant);
}
