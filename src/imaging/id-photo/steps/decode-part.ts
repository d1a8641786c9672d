/**
 * Decodes a part of the photo, upright and at the size that the result needs. The memory depends on the part and not on
 * the photo, so that a small head in a large photo is decoded with all of its pixels.
 */

import { access } from 'node:fs/promises';
import { openPicture } from '../../codecs/image-library.ts';
import { requirePictureFault } from '../../codecs/machine-failure.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { type Crop, photoPoint, rotatePhoto } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';
import { uploadPixelsMax } from './decode-photo.ts';
import type { QuarterTurns } from './find-person.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of whole pixels. */
export interface PixelBox extends Size {
  readonly left: number;
  readonly top: number;
}

export interface PhotoPart {
  readonly photo: RgbBytes;
  /** The place of the part in the upright photo, in pixels of the file. */
  readonly box: PixelBox;
  /** The size of the upright photo, in pixels of the file. */
  readonly original: Size;
}

/**
 * @param turns how far the file's picture is turned to be upright
 * @param choose returns the part, and the size to which it is scaled. Throws if the file is missing, which is a fault of
 * the service and not of the picture.
 */
export async function decodePart(
  { sourceFile, turns }: { readonly sourceFile: string; readonly turns: QuarterTurns },
  choose: (original: Size) => { readonly box: PixelBox; readonly size: Size },
): Promise<PhotoPart | Refused> {
  await access(sourceFile);
  try {
    const image = openPicture(sourceFile, uploadPixelsMax);
    const { autoOrient: stored } = await image.metadata();
    const original = turned(stored, turns);
    const { box, size } = choose(original);
    const { width, height } = turned(size, turns);
    const { data, info } = await image
      .autoOrient()
      .extract(boxInFile(box, stored, turns))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return refused('undecodable');
    return { photo: rotatePhoto({ width, height, data }, turns), box, original };
  } catch (error) {
    await requirePictureFault(error, sourceFile);
    return refused('undecodable');
  }
}

function turned({ width, height }: Size, turns: QuarterTurns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Converts a box in the upright photo to the picture in the file, which becomes upright by clockwise quarter turns. */
function boxInFile({ left, top, width, height }: PixelBox, stored: Size, turns: QuarterTurns): PixelBox {
  switch (turns) {
    case 0:
      return { left, top, width, height };
    case 1:
      return { left: top, top: stored.height - left - width, width: height, height: width };
    case 2:
      return { left: stored.width - left - width, top: stored.height - top - height, width, height };
    case 3:
      return { left: stored.width - top - height, top: left, width: height, height: width };
  }
}

/** The smallest box that contains the crop and a pixel around it, within a photo of this size. */
export function boxAround(crop: Crop, photo: Size): PixelBox {
  const corners = [0, 1].flatMap((u) => [0, 1].map((v) => photoPoint(crop, u, v)));
  const within = (value: number, max: number) => Math.min(max, Math.max(0, value));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const left = within(Math.floor(Math.min(...xs)) - 1, photo.width - 1);
  const top = within(Math.floor(Math.min(...ys)) - 1, photo.height - 1);
  const right = within(Math.ceil(Math.max(...xs)) + 1, photo.width);
  const bottom = within(Math.ceil(Math.max(...ys)) + 1, photo.height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** How many times as large the first picture is as the second one, which shows the same. */
export function scaleBetween(large: Size, small: Size): number {
  // The shorter side of a shrunken picture is rounded more.
  return Math.max(large.width, large.height) / Math.max(small.width, small.height);
}

/** The crop in a picture that is `scale` times as large. */
export function scaledCrop(crop: Crop, scale: number): Crop {
  return {
    centreX: crop.centreX * scale,
    centreY: crop.centreY * scale,
    width: crop.width * scale,
    height: crop.height * scale,
    rollRad: crop.rollRad,
  };
}

/** The crop of the whole photo, in pixels of the file, as a crop of the decoded part. */
export function cropInPart(crop: Crop, { photo, box }: PhotoPart): Crop {
  const moved = { ...crop, centreX: crop.centreX - box.left, centreY: crop.centreY - box.top };
  return scaledCrop(moved, photo.height / box.height);
}
