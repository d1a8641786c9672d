/** Photos of people for tests, cut from the samples of a development dependency into a folder of the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const sampleFile = (number: number) =>
  fileURLToPath(new URL(`../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, import.meta.url));

/** Four people side by side. */
export const groupFile = sampleFile(6);

/** The leftmost of the four: long hair before a bright blind, 625 × 800 px, head and shoulders complete. */
export function portrait(): Sharp {
  return sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 800 });
}

/** A woman in profile. */
export function profile(): Sharp {
  return sharp(sampleFile(2)).extract({ left: 320, top: 0, width: 560, height: 800 });
}

/** A woman who looks down: nothing of her eyes is seen. */
export function loweredEyes(): Sharp {
  return sharp(sampleFile(2)).extract({ left: 1180, top: 0, width: 700, height: 800 });
}

/** A new folder that is gone when the scope ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { file(name: string): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'id-photo-'));
  return {
    file: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
