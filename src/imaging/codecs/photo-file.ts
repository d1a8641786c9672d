/**
 * Opens photo files for decoding, and configures the image library for the whole process. Only the decoders
 * named here are enabled. In a process that loads this module, a stranger's file therefore never reaches the
 * decoders of SVG, PDF, GIF and other formats.
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
// One thread per picture: pictures are processed in parallel processes, and each thread costs memory.
sharp.concurrency(1);

/**
 * Decodes the first frame or page of the file: upright, opaque (on white), sRGB with three channels of 8
 * bits.
 */
export function uprightSrgb(file: string, pixelsMax: number): Sharp {
  return sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

/**
 * How results are encoded: without chroma subsampling. Huffman tables are not optimised: the file would be 3 %
 * smaller, but encoding would take ten times as long and hold the coefficients of the whole picture in memory.
 */
export const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
