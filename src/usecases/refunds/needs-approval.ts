/** Decides whether a refund needs the approval of a second operator. */

import type { Settings } from '../settings.ts';

/**
 * @param returnedMinor the sum of this refund and all earlier partial refunds of the order, so that a large refund in
 * small parts needs the approval too.
 */
export function needsApproval(
  returnedMinor: number,
  { refundApprovalAboveMinor: above }: Pick<Settings, 'refundApprovalAboveMinor'>,
): boolean {
  return above !== null && returnedMinor > above;
}
