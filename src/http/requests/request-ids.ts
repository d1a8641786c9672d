/** Creates unique request ids. A client's `X-Request-Id` is ignored, because it could collide or mislead. */

import { randomBytes } from 'node:crypto';

/** An id is a random prefix of the process and a counter, for example `3f9c21d08a4e-1k`. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
