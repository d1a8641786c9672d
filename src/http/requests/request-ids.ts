/** Ids of requests: unique, cheap, and ours alone. A caller's `X-Request-Id` is never taken over. */

import { randomBytes } from 'node:crypto';

/** Chance once per process, then a count: `3f9c21d08a4e-1k`. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
