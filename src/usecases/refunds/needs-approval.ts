/** Decides whether the refund of an order needs the approval of a second operator. */

import type { Order } from '../../domain/order.ts';
import type { Settings } from '../settings.ts';

export function needsApproval(
  { priceMinor }: Order,
  { refundApprovalAboveMinor: above }: Pick<Settings, 'refundApprovalAboveMinor'>,
): boolean {
  return above !== null && priceMinor > above;
}
