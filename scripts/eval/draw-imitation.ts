/** Makes pictures that are not photos of a person from photos: drawings, and photos of a screen. */

import sharp from 'sharp';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { photoOf } from './measures.ts';

/** Small details are removed by a median of this side, and each channel keeps this many levels. */
const drawing = { medianPx: 11, levels: 8 } as const;

/** A drawing: areas of one colour, as the pen of a cartoonist fills them. */
export async function drawingOf(photo: RgbBytes): Promise<RgbBytes> {
  const smooth = await photoOf(rawOf(photo).median(drawing.medianPx));
  const step = 255 / (drawing.levels - 1);
  return { ...smooth, data: Uint8Array.from(smooth.data, (value) => Math.round(value / step) * step) };
}

/** Each pixel of the screen is a square of this many pixels: a stripe of red, green and blue, and a dark gap below. */
const screenPixelPx = 6;
/** The light of a stripe's own colour and of the two others, and of the gap. */
const stripe = { own: 1.9, others: 0.35, gap: 0.15 } as const;
/** The photo that is shown has at most this many pixels on a side, and the photo of the screen this width. */
const [shownPx, takenPx] = [420, 1000];
const tiltDegrees = 1.3;

/** A sharp photo of a screen that shows the photo, held almost level. */
export async function screenOf(photo: RgbBytes): Promise<RgbBytes> {
  const shown = await photoOf(rawOf(photo).resize({ width: shownPx, height: shownPx, fit: 'inside' }));
  const [width, height] = [shown.width * screenPixelPx, shown.height * screenPixelPx];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const light = y % screenPixelPx === screenPixelPx - 1 ? stripe.gap : 1;
    for (let x = 0; x < width; x++) {
      const from = 3 * (Math.trunc(y / screenPixelPx) * shown.width + Math.trunc(x / screenPixelPx));
      const own = Math.trunc(((x % screenPixelPx) * 3) / screenPixelPx);
      for (let channel = 0; channel < 3; channel++) {
        const share = channel === own ? stripe.own : stripe.others;
        const value = (shown.data[from + channel] ?? 0) * share * light;
        data[3 * (y * width + x) + channel] = Math.min(255, value);
      }
    }
  }
  // A second image, because sharp always resizes before it rotates.
  const tilted = await photoOf(rawOf({ width, height, data }).rotate(tiltDegrees, { background: '#222' }));
  return photoOf(sharp(await rawOf(tilted).resize({ width: takenPx }).jpeg({ quality: 88 }).toBuffer()));
}

function rawOf({ width, height, data }: RgbBytes) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
