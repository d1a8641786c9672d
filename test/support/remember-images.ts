/**
 * A module for `node --import`: the service gets its pools of image processes from `remembering-image-pools.ts`. See
 * `remembered-images.ts`.
 */

import { registerHooks } from 'node:module';

const pools = new URL('../../src/main/image-pools.ts', import.meta.url).href;
const remembering = new URL('./remembering-image-pools.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === pools && context.parentURL !== remembering
      ? { ...resolved, url: remembering }
      : resolved;
  },
});
