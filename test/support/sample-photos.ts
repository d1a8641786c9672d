/** Photos for tests. They are small, so that a picture is made in half a second. */

import sharp from 'sharp';
import { portrait } from '../imaging/portraits.ts';

export interface SamplePhotos {
  /** Head and shoulders of a person. An ID photo can be made of it. */
  readonly portrait: Uint8Array<ArrayBuffer>;
  /** The same photo, smaller and in black and white. */
  readonly old: Uint8Array<ArrayBuffer>;
  /** A photo of one colour, without a face. An ID photo of it is refused. */
  readonly noFace: Uint8Array<ArrayBuffer>;
}

export async function samplePhotos(): Promise<SamplePhotos> {
  const small = portrait().resize({ height: 500 });
  const [person, old, noFace] = await Promise.all([
    small.clone().jpeg({ quality: 85 }).toBuffer(),
    small.clone().resize({ height: 200 }).greyscale().jpeg().toBuffer(),
    sharp({ create: { width: 320, height: 400, channels: 3, background: '#7a9' } })
      .jpeg()
      .toBuffer(),
  ]);
  return { portrait: new Uint8Array(person), old: new Uint8Array(old), noFace: new Uint8Array(noFace) };
}
