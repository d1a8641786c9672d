/** The address of the page that ends the e-mails about an order. */

import type { Settings } from '../settings.ts';

/** The path of the page that ends e-mails, without the token. */
export const unsubscribePath = '/emails/unsubscribe/';

export function unsubscribeUrl({ publicUrl }: Pick<Settings, 'publicUrl'>, token: string): string {
  return `${publicUrl}${unsubscribePath}${token}`;
}
