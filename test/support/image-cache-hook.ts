/**
 * A module for `node --import`: the service gets its pools of image processes from `image-cache-pools.ts`. See
 * `cached-images.ts`.
 */

import { registerHooks } from 'node:module';

const pools = new URL('../../src/main/image-pools.ts', import.meta.url).href;
const cachingPools = new URL('./image-cache-pools.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === pools && context.parentURL !== cachingPools
      ? { ...resolved, url: cachingPools }
      : resolved;
  },
});
