/**
 * Lets the services of tests share a cache of results of image work: the first service that does a task stores its
 * result, and every later task with the same photo, choices and nets gets that result. Image work takes half of the
 * processor time of tests of the pages, which order the same photos again and again. The results are real, so a page
 * shows the same with and without the cache.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './service-process.ts';

/** `scripts/test.ts` names one folder for all test files. A file that runs alone has its own. */
function folderOfResults(): string {
  const shared = process.env.IMAGE_CACHE;
  if (shared !== undefined) return shared;
  const own = mkdtempSync(join(tmpdir(), 'photokiosk-image-cache-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** Variables of a service that uses the results of earlier image work. */
export const cachedImages: Environment = {
  NODE_OPTIONS: `--import=${new URL('./image-cache-hook.ts', import.meta.url)}`,
  IMAGE_CACHE: folderOfResults(),
};
