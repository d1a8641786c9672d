/** Enlarges a small scan. */

import { pictureOf } from '../../codecs/image-library.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { enlargedTimes } from '../enlargement.ts';

/** Returns a new picture. */
export async function enlarge({ width, height, data }: RgbBytes): Promise<RgbBytes> {
  const size = { width: enlargedTimes * width, height: enlargedTimes * height };
  const enlarged = await pictureOf({ width, height, data })
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return { ...size, data: enlarged };
}
