/** One-inch ID photo (一寸照), specification 4.3. */

import type { GoodKind } from './good.ts';
import { type BackgroundColour, backgroundColours } from './id-photo.ts';
import { type OrderDetails, textDetail } from './parameters.ts';

export const idPhotoGood: GoodKind = {
  functName: 'mark_order_yiCunZhao',
  summary: 'Order an ID photo',
  parameters: {
    path: { kind: 'upload', description: 'The `path` returned by `ext_upload`.' },
    color: { kind: 'choice', values: backgroundColours, description: 'Background colour.' },
  },
  work: 'picture',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};

export function backgroundOf(details: OrderDetails): BackgroundColour {
  const text = textDetail(details, 'color');
  const colour = backgroundColours.find((known) => known === text);
  if (colour === undefined) throw new Error(`order detail color is ${text}`);
  return colour;
}
