/**
 * Crops the photo and changes nothing else, for offices that refuse altered photos. The picture is levelled if the
 * head leans, cut to the crop and scaled; its pixels are those of the image library's plain crop and resize.
 */

import sharp, { type Sharp } from 'sharp';
import type { IdPhotoSize } from '../../../domain/goods/id-photo.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { photoPoint, rotatePhoto } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';
import type { HeadCrop } from './crop-head.ts';
import type { ShrunkenPhoto } from './decode-detail.ts';
import { decodePhoto } from './decode-photo.ts';

/**
 * A smaller lean is not corrected: offices allow it, and turning resamples the picture once more.
 */
const levelledRadMin = (2 * Math.PI) / 180;
/** The maximum long side of the second decoding of the photo, which limits its memory as in `decode-detail.ts`. */
const longSidePxMax = 4000;
/** The share of the crop that may lie outside the photo because of rounding. */
const outsideShareMax = 0.002;

/** The crop in the picture from which it is cut, in whole pixels, after the picture was turned by `rollRad`. */
export interface PlainCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rollRad: number;
}

/** @returns interleaved sRGB bytes of the sold size. */
export async function cropPhoto(
  { sourceFile, pyramid, turns }: Omit<ShrunkenPhoto, 'originalLongSidePx'>,
  { crop }: HeadCrop,
  { widthPx, heightPx }: Pick<IdPhotoSize, 'widthPx' | 'heightPx'>,
): Promise<{ readonly pixels: Uint8Array; readonly plainCrop: PlainCrop } | Refused> {
  if (!isInside(crop, pyramid.levels[0])) return refused('face_cut_off');
  const decoded = await decodePhoto(sourceFile, longSidePxMax);
  if ('refusal' in decoded) return decoded;
  const photo = rotatePhoto(decoded.photo, turns);
  const scale = photo.width / pyramid.levels[0].width;
  const isLevelled = Math.abs(crop.rollRad) >= levelledRadMin;
  const rollRad = isLevelled ? crop.rollRad : 0;
  const source = isLevelled ? await turned(photo, rollRad) : photo;
  // The library turns a picture about its middle and enlarges the canvas, so the middle of the photo is the middle
  // of the turned picture.
  const dx = crop.centreX * scale - photo.width / 2;
  const dy = crop.centreY * scale - photo.height / 2;
  const centreX = source.width / 2 + dx * Math.cos(rollRad) + dy * Math.sin(rollRad);
  const centreY = source.height / 2 - dx * Math.sin(rollRad) + dy * Math.cos(rollRad);
  const plainCrop = wholePixels(
    { centreX, centreY, width: crop.width * scale, height: crop.height * scale },
    source,
    rollRad,
  );
  const { left, top, width, height } = plainCrop;
  const pixels = await imageOf(source)
    .extract({ left, top, width, height })
    .resize(widthPx, heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { pixels, plainCrop };
}

async function turned(photo: RgbBytes, rollRad: number): Promise<RgbBytes> {
  const { data, info } = await imageOf(photo)
    .rotate((-rollRad * 180) / Math.PI, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function imageOf({ width, height, data }: RgbBytes): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function isInside(
  crop: HeadCrop['crop'],
  photo: { readonly width: number; readonly height: number },
): boolean {
  const marginX = outsideShareMax * crop.width;
  const marginY = outsideShareMax * crop.height;
  return [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].every(([u = 0, v = 0]) => {
    const { x, y } = photoPoint(crop, u, v);
    return x >= -marginX && y >= -marginY && x <= photo.width + marginX && y <= photo.height + marginY;
  });
}

function wholePixels(
  crop: {
    readonly centreX: number;
    readonly centreY: number;
    readonly width: number;
    readonly height: number;
  },
  source: { readonly width: number; readonly height: number },
  rollRad: number,
): PlainCrop {
  const width = Math.min(source.width, Math.round(crop.width));
  const height = Math.min(source.height, Math.round(crop.height));
  const left = Math.min(source.width - width, Math.max(0, Math.round(crop.centreX - crop.width / 2)));
  const top = Math.min(source.height - height, Math.max(0, Math.round(crop.centreY - crop.height / 2)));
  return { left, top, width, height, rollRad };
}
