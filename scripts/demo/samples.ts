/**
 * The photos of the demo. Both are made from a photo in the npm development dependency `@vladmandic/face-api` (MIT):
 * a crop with one person, and the whole photo in faded black and white.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

export interface Sample {
  readonly name: string;
  readonly jpeg: Buffer;
}

/** One of the four people in the photo, with some room around the head. */
const portraitArea = { left: 0, top: 330, width: 625, height: 800 };

export async function makeSamples(): Promise<{ portrait: Sample; oldPhoto: Sample }> {
  const folder = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  const photo = await readFile(join(folder, 'demo', 'sample6.jpg'));
  const portrait = await sharp(photo).extract(portraitArea).resize(1260).jpeg({ quality: 92 }).toBuffer();
  const oldPhoto = await sharp(photo).greyscale().gamma(1.4).modulate({ brightness: 1.05 }).jpeg().toBuffer();
  return {
    portrait: { name: 'portrait.jpg', jpeg: portrait },
    oldPhoto: { name: 'old-photo.jpg', jpeg: oldPhoto },
  };
}
