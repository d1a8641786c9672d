/** When one operator is not enough to give money back: for the console and for calls with a password alike. */

import type { Order } from '../../domain/order.ts';
import type { Settings } from '../settings.ts';

export function needsApproval(
  { priceMinor }: Order,
  { refundApprovalAboveMinor: above }: Pick<Settings, 'refundApprovalAboveMinor'>,
): boolean {
  return above !== null && priceMinor > above;
}
