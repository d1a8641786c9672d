/** Photos of people for tests, cut from the samples of a development dependency into a folder of the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

/** Four people side by side. */
export const groupFile = fileURLToPath(
  new URL('../../node_modules/@vladmandic/face-api/demo/sample6.jpg', import.meta.url),
);

/** The leftmost of the four: long hair before a bright blind, 625 × 800 px, head and shoulders complete. */
export function portrait(): Sharp {
  return sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 800 });
}

/** A new folder that is gone when the scope ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { file(name: string): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'id-photo-'));
  return {
    file: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
