/**
 * Random bytes from the system's cryptographic source. They are drawn 4 KiB at a time, because a call for 4
 * KiB takes hardly longer than a call for a few bytes.
 */

import { randomFillSync } from 'node:crypto';
import type { Random } from '../usecases/ports/tools.ts';

const poolBytes = 4096;

export function pooledRandom(): Random {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return {
    bytes(count) {
      if (count > poolBytes) return randomFillSync(new Uint8Array(count));
      if (used + count > poolBytes) {
        randomFillSync(pool);
        used = 0;
      }
      // A copy, so that the next fill does not change it. The pool's bytes are erased and never returned again.
      const bytes = pool.slice(used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return bytes;
    },
  };
}
