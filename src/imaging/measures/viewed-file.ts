/** A finished file as the measures see it: its decoded pixels and the face in them. */

import { openPicture } from '../codecs/image-library.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { type FaceView, viewFace } from './face-view.ts';

export interface ViewedFile {
  readonly bytes: Uint8Array;
  readonly photo: RgbBytes;
  /** Null: the photo shows no face. */
  readonly view: FaceView | null;
}

export async function viewFile(bytes: Uint8Array): Promise<ViewedFile> {
  const { data, info } = await openPicture(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, data };
  return { bytes, photo, view: await viewFace(photo) };
}
