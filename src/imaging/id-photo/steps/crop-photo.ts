/**
 * Crops the photo and changes nothing else, for offices that refuse altered photos. The picture is levelled if the
 * head leans, cut to the crop and scaled; its pixels are those of the image library's plain crop and resize.
 */

import type { IdPhotoSize } from '../../../domain/goods/id-photo.ts';
import { pictureOf } from '../../codecs/image-library.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import type { Crop } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';
import { liesInside, plainCropOf } from '../plain-crop.ts';
import type { HeadCrop } from './crop-head.ts';
import type { ShrunkenPhoto } from './decode-detail.ts';
import { boxAround, cropInPart, decodePart, type PixelBox, scaleBetween, scaledCrop } from './decode-part.ts';

/**
 * The maximum long side of the part of a photo that is turned, which limits the memory. It is larger than any finished
 * photo.
 */
const turnedLongSidePxMax = 4000;

/** The part of the upright photo that is cut out. If the head is levelled, the part is turned and then cropped. */
export interface PlainCrop {
  /** In pixels of the file. */
  readonly part: PixelBox;
  readonly rollRad: number;
  /** In pixels of the turned part; null: the part is not turned, and is the crop. */
  readonly cut: PixelBox | null;
}

/** @returns interleaved sRGB bytes of the sold size. */
export async function cropPhoto(
  photo: Omit<ShrunkenPhoto, 'originalLongSidePx'>,
  headCrop: HeadCrop,
  { widthPx, heightPx }: Pick<IdPhotoSize, 'widthPx' | 'heightPx'>,
): Promise<{ readonly pixels: Uint8Array; readonly plainCrop: PlainCrop } | Refused> {
  const [shrunken] = photo.pyramid.levels;
  const crop = plainCropOf(headCrop.crop);
  if (!liesInside(crop, shrunken)) return refused('face_cut_off');
  const size = { width: widthPx, height: heightPx };
  if (crop.rollRad !== 0) return levelled(photo, crop, size);
  const part = await decodePart(photo, (original) => ({
    box: wholePixels(scaledCrop(crop, scaleBetween(original, shrunken)), original),
    size,
  }));
  if ('refusal' in part) return part;
  return { pixels: part.photo.data, plainCrop: { part: part.box, rollRad: 0, cut: null } };
}

async function levelled(
  photo: Omit<ShrunkenPhoto, 'originalLongSidePx'>,
  crop: Crop,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<{ readonly pixels: Uint8Array; readonly plainCrop: PlainCrop } | Refused> {
  const [shrunken] = photo.pyramid.levels;
  const part = await decodePart(photo, (original) => {
    const box = boxAround(scaledCrop(crop, scaleBetween(original, shrunken)), original);
    const shrink = Math.min(1, turnedLongSidePxMax / Math.max(box.width, box.height));
    return { box, size: { width: Math.round(box.width * shrink), height: Math.round(box.height * shrink) } };
  });
  if ('refusal' in part) return part;
  const inPart = cropInPart(scaledCrop(crop, scaleBetween(part.original, shrunken)), part);
  const { rollRad } = crop;
  const source = await turned(part.photo, rollRad);
  // The library turns a picture about its middle and enlarges the canvas, so the middle of the part is the middle
  // of the turned picture.
  const dx = inPart.centreX - part.photo.width / 2;
  const dy = inPart.centreY - part.photo.height / 2;
  const centreX = source.width / 2 + dx * Math.cos(rollRad) + dy * Math.sin(rollRad);
  const centreY = source.height / 2 - dx * Math.sin(rollRad) + dy * Math.cos(rollRad);
  const cut = wholePixels({ ...inPart, centreX, centreY }, source);
  const pixels = await pictureOf(source).extract(cut).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { pixels, plainCrop: { part: part.box, rollRad, cut } };
}

async function turned(photo: RgbBytes, rollRad: number): Promise<RgbBytes> {
  const { data, info } = await pictureOf(photo)
    .rotate((-rollRad * 180) / Math.PI, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function wholePixels(
  crop: Omit<Crop, 'rollRad'>,
  source: { readonly width: number; readonly height: number },
): PixelBox {
  const width = Math.min(source.width, Math.round(crop.width));
  const height = Math.min(source.height, Math.round(crop.height));
  const left = Math.min(source.width - width, Math.max(0, Math.round(crop.centreX - crop.width / 2)));
  const top = Math.min(source.height - height, Math.max(0, Math.round(crop.centreY - crop.height / 2)));
  return { left, top, width, height };
}
