/** Small pictures in every format that the service reads, and in some that it refuses. All are generated. */

import sharp, { type Sharp } from 'sharp';

const widthPx = 48;
const heightPx = 40;

/** Colours that change everywhere, so that every block of a picture has content. */
function gradient(): Sharp {
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + (at >> 5) * 13) % 256;
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

export function imageSamples(): Promise<Buffer[]> {
  const deep = () => gradient().toColourspace('rgb16');
  const flat = () => gradient().blur(6);
  return Promise.all([
    flat().jpeg({ quality: 60 }).toBuffer(),
    flat().jpeg({ quality: 60, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    flat().greyscale().jpeg({ quality: 60 }).toBuffer(),
    flat().toColourspace('cmyk').jpeg({ quality: 60 }).toBuffer(),
    flat()
      .jpeg({ quality: 60 })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'nobody' } })
      .toBuffer(),
    flat().jpeg({ quality: 60 }).withIccProfile('p3').toBuffer(),
    flat().png().toBuffer(),
    flat().png({ palette: true, colours: 16 }).toBuffer(),
    flat().png({ progressive: true }).toBuffer(),
    flat().ensureAlpha(0.5).png().toBuffer(),
    deep().blur(6).png().toBuffer(),
    flat().webp({ quality: 50 }).toBuffer(),
    flat().webp({ lossless: true }).toBuffer(),
    flat().ensureAlpha(0.5).webp({ quality: 50 }).toBuffer(),
    animated(),
    flat().avif({ quality: 30, effort: 0 }).toBuffer(),
    flat().tiff({ compression: 'lzw' }).toBuffer(),
    flat().tiff({ compression: 'jpeg', tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    deep().blur(6).tiff({ compression: 'deflate', predictor: 'horizontal' }).toBuffer(),
    flat().gif().toBuffer(),
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><image href="file:///etc/passwd"/></svg>',
    ),
    Buffer.from('%PDF-1.4\n%%EOF'),
  ]);
}

function animated(): Promise<Buffer> {
  const frames = Buffer.alloc(32 * 64 * 3, 128).fill(10, 0, 32 * 32 * 3);
  return sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ delay: 100 })
    .toBuffer();
}
