/** Photos that customers of the tests send: small, so that making a picture of one takes half a second. */

import sharp from 'sharp';
import { portrait } from '../imaging/portraits.ts';

export interface SamplePhotos {
  /** A person, head and shoulders: an ID photo can be made of it. */
  readonly portrait: Uint8Array<ArrayBuffer>;
  /** The same in black and white. */
  readonly old: Uint8Array<ArrayBuffer>;
  /** Nobody is on it: an ID photo of it fails. */
  readonly nobody: Uint8Array<ArrayBuffer>;
}

export async function samplePhotos(): Promise<SamplePhotos> {
  const small = portrait().resize({ height: 500 });
  const [person, old, nobody] = await Promise.all([
    small.clone().jpeg({ quality: 85 }).toBuffer(),
    small.clone().resize({ height: 200 }).greyscale().jpeg().toBuffer(),
    sharp({ create: { width: 320, height: 400, channels: 3, background: '#7a9' } })
      .jpeg()
      .toBuffer(),
  ]);
  return { portrait: new Uint8Array(person), old: new Uint8Array(old), nobody: new Uint8Array(nobody) };
}
