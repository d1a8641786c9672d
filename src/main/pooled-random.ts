/** Chance from the system's cryptographic source, taken in larger pieces: a call for it costs more than the bytes. */

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
      // A copy: what was given out is never given out again, nor changed by the next fill.
      const bytes = pool.slice(used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return bytes;
    },
  };
}
