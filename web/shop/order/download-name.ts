/** The names of downloaded files say what the files are, such as `id-photo-us-visa-white.jpg`. */

import type { Color, Order, OrderDetails, Paper } from '../api/types.ts';

const paperNames: Readonly<Record<Paper, string>> = { four_r: '10x15cm', five_inch: '9x13cm', a4: 'a4' };

const dashed = (text: string) => text.replaceAll('_', '-');

/** @param color another background than the ordered one. */
export function idPhotoName({ size, color: ordered }: OrderDetails, color?: Color): string {
  return `id-photo-${dashed(size ?? 'one_inch')}-${color ?? ordered ?? 'blue'}.jpg`;
}

export function sheetName(details: OrderDetails, paper: Paper): string {
  return idPhotoName(details).replace('.jpg', `-sheet-${paperNames[paper]}.jpg`);
}

/** The day of the order tells several coloured photos apart. */
export function resultName(order: Order, details: OrderDetails | null): string {
  if (details?.color != null) return idPhotoName(details);
  return `coloured-photo-${order.create_time.slice(0, 10)}.jpg`;
}
