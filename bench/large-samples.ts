/** Makes 12-megapixel uploads by enlarging a photo of the development dependency `@vladmandic/face-api` (MIT). */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const portraitArea = { left: 0, top: 330, width: 625, height: 800 };

export interface LargeSamples {
  readonly portrait: string;
  readonly scene: string;
}

export async function makeLargeSamples(folder: string): Promise<LargeSamples> {
  const root = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  const photo = join(root, 'demo', 'sample6.jpg');
  const portrait = join(folder, 'portrait.jpg');
  const scene = join(folder, 'scene.jpg');
  await sharp(photo).extract(portraitArea).resize(3062, 3920).jpeg({ quality: 92 }).toFile(portrait);
  await sharp(photo).resize(3872, 3100, { fit: 'fill' }).greyscale().jpeg({ quality: 92 }).toFile(scene);
  return { portrait, scene };
}
