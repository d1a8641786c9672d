/** Cut-outs as pictures to look at and to measure. */

import { type BackgroundColour, backgroundRgb, oneInch } from '../../src/domain/goods/id-photo.ts';
import { compose } from '../../src/imaging/id-photo/compose.ts';
import type { CutPerson } from '../../src/imaging/id-photo/cut-person.ts';
import { foregroundColours } from '../../src/imaging/matting/foreground.ts';
import type { Plane, RgbBytes } from '../../src/imaging/plane.ts';

export async function paint(
  cut: Pick<CutPerson, 'image' | 'alpha'>,
  background: BackgroundColour,
): Promise<RgbBytes> {
  const colours = foregroundColours(cut.image, cut.alpha);
  const size = { widthPx: oneInch.widthPx, heightPx: oneInch.heightPx };
  const data = await compose(colours, cut.alpha, { ...size, backgroundRgb: backgroundRgb[background] });
  return { width: size.widthPx, height: size.heightPx, data };
}

/** A plane as a grey picture. */
export function bytesOf({ width, height, data: values }: Plane): RgbBytes {
  const data = new Uint8Array(3 * values.length);
  for (let i = 0; i < values.length; i++) data.fill(Math.round(255 * (values[i] ?? 0)), 3 * i, 3 * i + 3);
  return { width, height, data };
}
