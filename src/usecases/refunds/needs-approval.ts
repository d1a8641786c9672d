/** Decides whether a refund needs the approval of a second operator. */

import type { Settings } from '../settings.ts';

/**
 * @param returnedMinor what the customer has back from the order after the refund. Earlier partial refunds count, so
 * that a large refund in small parts needs the approval as well.
 */
export function needsApproval(
  returnedMinor: number,
  { refundApprovalAboveMinor: above }: Pick<Settings, 'refundApprovalAboveMinor'>,
): boolean {
  return above !== null && returnedMinor > above;
}
