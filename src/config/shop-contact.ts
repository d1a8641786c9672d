/** How customers reach the shop, in the operator's words. */

import type { Reader } from './environment-reader.ts';

const lengthMax = 200;

/** @returns null if the operator has not set it. */
export function readShopContact({ text, problems }: Reader): string | null {
  const contact = text('SHOP_CONTACT');
  if (contact !== null && [...contact].length > lengthMax) {
    problems.push(`SHOP_CONTACT must have at most ${lengthMax} characters.`);
  }
  return contact;
}
