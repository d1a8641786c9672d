/**
 * Makes a black-and-white print neutral grey, which removes the yellow of old paper, and restores its tones if they are
 * faded. A colour photo keeps its colours and tones.
 */

import { isColourPhoto } from '../../colourise/colour-photo.ts';
import { guideLightness } from '../../colourise/steps/guide-lightness.ts';
import { findPaperBorder } from '../../colourise/steps/paper-border.ts';
import { findTones, restoreTones, type Tones } from '../../colourise/steps/restore-tones.ts';
import { emptyPlane, type RgbBytes, shrinkRows } from '../../pixels/plane.ts';

/** The longer side of the shrunken picture, which is large enough to distinguish colour from a tint. */
const colourLongSidePx = 200;
const unchangedTones: Tones = { gain: 1, offset: emptyPlane(1, 1) };

/** Changes the pixels in place and returns the same picture. */
export function restoreGrey(image: RgbBytes): RgbBytes {
  if (isColourPhoto(shrunk(image))) return image;
  const lightness = guideLightness(image);
  return restoreTones(image, findTones(lightness, findPaperBorder(lightness)) ?? unchangedTones);
}

function shrunk(image: RgbBytes): RgbBytes {
  const scale = Math.min(1, colourLongSidePx / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const data = new Uint8Array(3 * width * height);
  const row = new Float32Array(image.width);
  for (const channel of [0, 1, 2]) {
    const plane = shrinkRows(image, width, height, (y) => {
      for (let x = 0, p = 3 * y * image.width + channel; x < row.length; x++, p += 3)
        row[x] = image.data[p] ?? 0;
      return row;
    });
    for (let i = 0; i < plane.data.length; i++) data[3 * i + channel] = Math.round(plane.data[i] ?? 0);
  }
  return { width, height, data };
}
