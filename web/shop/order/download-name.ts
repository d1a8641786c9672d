/** The names of downloaded files say what the files are, such as `id-photo-us-visa-white.jpg`. */

import { type Color, kindOf, type Order, type OrderDetails, type Paper } from '../api/types.ts';

const paperNames: Readonly<Record<Paper, string>> = { four_r: '10x15cm', five_inch: '9x13cm', a4: 'a4' };

const dashed = (text: string) => text.replaceAll('_', '-');

/** @param color the background, if it is not the one that was ordered. */
export function idPhotoName({ size, document, color: ordered }: OrderDetails, color?: Color): string {
  const ground = color ?? ordered ?? '';
  // A colour as `#rrggbb` is no part of a file's name.
  const words = ['id_photo', size ?? document ?? 'custom', /^\w+$/.test(ground) ? ground : ''];
  return `${dashed(words.filter((word) => word !== '').join('_'))}.jpg`;
}

export function sheetName(details: OrderDetails, paper: Paper): string {
  return idPhotoName(details).replace('.jpg', `-sheet-${paperNames[paper]}.jpg`);
}

export function reportName(details: OrderDetails): string {
  return idPhotoName(details).replace('.jpg', '-report.pdf');
}

const isIdPhoto = (order: Order) => ['id-photo', 'sized-id-photo'].includes(kindOf(order));

/** The day of the order distinguishes several coloured or restored photos. */
export function resultName(order: Order, details: OrderDetails | null): string {
  if (details !== null && isIdPhoto(order)) return idPhotoName(details);
  const made = kindOf(order) === 'restore' ? 'restored' : 'coloured';
  return `${made}-photo-${order.create_time.slice(0, 10)}.jpg`;
}
