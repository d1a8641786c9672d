/**
 * Lets the services of tests share the results of image work: the first service that does a task stores its result, and
 * every later task with the same photo and the same choices gets that result. Image work takes half of the processor
 * time of tests of the pages, which order the same photos again and again. The results are real, so a page shows the
 * same with and without this.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './service-process.ts';

/** `scripts/test.ts` gives all test files one folder. A file that runs alone has its own. */
function folderOfResults(): string {
  const shared = process.env.REMEMBERED_IMAGES;
  if (shared !== undefined) return shared;
  const own = mkdtempSync(join(tmpdir(), 'photokiosk-remembered-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** Variables of a service that uses the results of earlier image work. */
export const rememberedImages: Environment = {
  NODE_OPTIONS: `--import=${new URL('./remember-images.ts', import.meta.url)}`,
  REMEMBERED_IMAGES: folderOfResults(),
};
