/** Reads `TIME_ZONE`. */

import { type TimeZone, timeZone } from '../domain/zoned-time.ts';
import type { Reader } from './environment-reader.ts';

export function readZone({ text, problems }: Reader): TimeZone {
  const name = text('TIME_ZONE') ?? 'Asia/Shanghai';
  try {
    // Node knows offsets such as +08:00, but many browsers refuse them, and the pages use the same zone.
    if (/^[+-]/.test(name)) throw new RangeError('an offset is no name');
    return timeZone(name);
  } catch {
    problems.push(`TIME_ZONE must be an IANA time zone such as Asia/Shanghai, not "${name}".`);
    return timeZone('UTC');
  }
}
