/** How photos are decoded before they are kept or coloured, and how results are encoded. */

import type { Metadata, Sharp } from 'sharp';
import { openPicture } from './image-library.ts';

export type ColourHeader = Pick<Metadata, 'space' | 'icc'>;

/**
 * Decodes the first frame or page of the file: upright, opaque (on white), sRGB with three channels of 8
 * bits.
 */
export async function uprightSrgb(file: string, pixelsMax: number, header: ColourHeader): Promise<Sharp> {
  const opened = await openPhoto(file, pixelsMax, header);
  return inSrgb(opened.flatten({ background: '#ffffff' }), header);
}

/**
 * Opens a photo, upright. The library ignores the profile of a grey picture of 16 bits, and lays a Lab picture on a
 * wrong white. So these are first decoded to 8 bits: a grey picture with its profile, a Lab picture to sRGB.
 */
export async function openPhoto(
  file: string,
  pixelsMax: number,
  { space, icc }: ColourHeader,
): Promise<Sharp> {
  const upright = openPicture(file, pixelsMax).autoOrient();
  const isDeepGrey = space === 'grey16' && icc !== undefined;
  if (!isDeepGrey && space !== 'lab') return upright;
  const decoded = isDeepGrey ? upright.toColourspace('b-w').keepIccProfile() : upright.toColourspace('srgb');
  return openPicture(await decoded.png({ compressionLevel: 0 }).toBuffer(), pixelsMax);
}

/**
 * Converts the colours to sRGB with 8 bits. The library converts a picture of 16 bits with a profile to Display P3 and
 * then only drops bits, so the P3 values would be read as sRGB. An output profile makes it convert P3 to sRGB. A
 * picture of 16 bits without a profile is sRGB already, and the library does not convert it to P3.
 */
export function inSrgb(picture: Sharp, { space, icc }: ColourHeader): Sharp {
  const converted = picture.toColourspace('srgb');
  const isInP3 = space === 'rgb16' && icc !== undefined;
  return isInP3 ? converted.withIccProfile('srgb', { attach: false }) : converted;
}

/**
 * How results are encoded: without chroma subsampling. Huffman tables are not optimised: the file would be 3 %
 * smaller, but encoding would take ten times as long and hold the coefficients of the whole picture in memory.
 */
export const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
