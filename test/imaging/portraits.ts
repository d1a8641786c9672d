/** Photos of people for tests, cropped from the samples of a development dependency. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const sampleFile = (number: number) =>
  fileURLToPath(new URL(`../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, import.meta.url));

/** The file of a photo of four people side by side. */
export const groupFile = sampleFile(6);

/**
 * The leftmost of the four people, with long hair in front of a bright window blind, head and shoulders, 625 × 800 px.
 */
export function portrait(): Sharp {
  return sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 800 });
}

/** A woman in profile. */
export function profile(): Sharp {
  return sharp(sampleFile(2)).extract({ left: 320, top: 0, width: 560, height: 800 });
}

/** A woman who looks down, so that her eyes are not visible. */
export function loweredEyes(): Sharp {
  return sharp(sampleFile(2)).extract({ left: 1180, top: 0, width: 700, height: 800 });
}

/** A hand on an arm, 294 × 294 px. */
export function hand(): Sharp {
  return sharp(sampleFile(5)).extract({ left: 1168, top: 1030, width: 294, height: 294 });
}

/** Makes a folder that is deleted when the scope ends. */
export async function temporaryFolder(): Promise<AsyncDisposable & { file(name: string): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'id-photo-'));
  return {
    file: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
