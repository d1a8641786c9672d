/**
 * The image library, configured for the whole process. No other file of the imaging code imports the library, so
 * every picture is opened with these settings, whichever task comes first. Only the decoders named here are enabled:
 * a stranger's file never reaches the decoders of SVG, PDF, GIF and other formats.
 */

import sharp, { type Sharp } from 'sharp';

const acceptedFormats = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'] as const;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: acceptedFormats.flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});
sharp.cache(false);
// One thread per picture: pictures are processed in parallel processes, and each thread costs memory.
sharp.concurrency(1);

/** More pixels than any file that the service accepts or makes. */
const pixelsMaxUsual = 100_000_000;

/**
 * Opens an encoded picture. Broken pixels are an error and are not repaired.
 * @param source the path or the bytes of the file
 * @param pixelsMax a picture with more pixels is an error; false: any number
 */
export function openPicture(source: string | Uint8Array, pixelsMax: number | false = pixelsMaxUsual): Sharp {
  return sharp(source, { failOn: 'error', limitInputPixels: pixelsMax });
}

/** Interleaved bytes of a picture. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** @param channels 3: sRGB; 4: sRGB with alpha, by which the colours are not multiplied */
export function pictureOf({ width, height, data }: Pixels, channels: 3 | 4 = 3): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}
