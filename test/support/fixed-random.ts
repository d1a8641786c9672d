/** Random bytes that are the same in every run of a test and never repeat within a run. */

import { createHash } from 'node:crypto';
import type { Random } from '../../src/usecases/ports/tools.ts';

export function fixedRandom(seed = 'photokiosk'): Random {
  let calls = 0;
  return {
    bytes(count) {
      calls++;
      const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, block) =>
        createHash('sha256').update(`${seed} ${calls} ${block}`).digest(),
      );
      return new Uint8Array(Buffer.concat(blocks).subarray(0, count));
    },
  };
}
