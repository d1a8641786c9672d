/** Turns cut-outs and planes into pictures for the contact sheets and measurements. */

import { type BackgroundColour, backgroundRgb, oneInch } from '../../src/domain/goods/id-photo.ts';
import type { CutOut } from '../../src/imaging/id-photo/cut-out.ts';
import { composite } from '../../src/imaging/id-photo/steps/composite.ts';
import { smoothOutline } from '../../src/imaging/id-photo/steps/smooth-outline.ts';
import { foregroundColours } from '../../src/imaging/matting/foreground.ts';
import type { Plane, RgbBytes } from '../../src/imaging/pixels/plane.ts';

/** Composites the cut-out on the background, as a one-inch photo. */
export async function paint(
  { image, alpha }: Pick<CutOut, 'image' | 'alpha'>,
  background: BackgroundColour,
): Promise<RgbBytes> {
  const { widthPx, heightPx } = oneInch;
  const foreground = { colours: foregroundColours(image, alpha), alpha: smoothOutline(alpha) };
  const options = { widthPx, heightPx, backgroundRgb: backgroundRgb[background] };
  return { width: widthPx, height: heightPx, data: await composite(foreground, options) };
}

/** Converts a plane to a grey picture. */
export function bytesOf({ width, height, data: values }: Plane): RgbBytes {
  const data = new Uint8Array(3 * values.length);
  for (let i = 0; i < values.length; i++) data.fill(Math.round(255 * (values[i] ?? 0)), 3 * i, 3 * i + 3);
  return { width, height, data };
}
