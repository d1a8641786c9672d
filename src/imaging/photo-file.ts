/**
 * Opens photo files for decoding: sets up the image library for this process and says what every decode
 * has in common. A stranger's bytes meet exactly the decoders named here; SVG, PDF, GIF and the rest of
 * the library stay shut in any process that loads this module.
 */

import sharp, { type Sharp } from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadTiffFile',
  ],
});
sharp.cache(false);
// One thread a picture: pictures are worked on side by side, and each thread costs memory.
sharp.concurrency(1);

/** The first frame or page, upright, opaque (on white), in sRGB with three channels of 8 bits. */
export function uprightSrgb(file: string, pixelsMax: number): Sharp {
  return sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

/**
 * How results are stored: no colour subsampling. Huffman tables are not optimised, since that holds the
 * whole picture's coefficients in memory and takes ten times as long, for a file 3 % smaller.
 */
export const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
