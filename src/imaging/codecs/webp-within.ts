/** Encodes a small picture as WebP in base64 within a bounded length, for a response that carries it as text. */

import type { Sharp, WebpOptions } from 'sharp';

/**
 * @param encodings tried in order until the text is short enough. @returns null if even the last encoding is longer than
 * `lengthMax`.
 */
export async function webpWithin(
  picture: Sharp,
  encodings: readonly WebpOptions[],
  lengthMax: number,
): Promise<string | null> {
  for (const encoding of encodings) {
    const text = (await picture.clone().webp(encoding).toBuffer()).toString('base64');
    if (text.length <= lengthMax) return text;
  }
  return null;
}
